@_spi(Bolts) import BoltsAppLinks
import BoltsBase

/// The fields of App Link data, and its warnings.
struct DecodeReport {
    enum Source: String {
        case url, json, escaped
    }

    private let source: Source
    private let data: AppLinkData
    private let odd: [String]

    /// Reads a URL with data, or only the data.
    ///
    /// Throws `AppLinkDataError` if the data cannot be used, and `InputError` if there is none.
    init(_ input: String) throws {
        let codec = AppLinkDataCodec()
        let trimmed = String(input.drop { $0.isWhitespace })
        let name = AppLinkDataCodec.parameterName + "="
        let result: AppLinkDataResult
        if trimmed.isEmpty {
            throw InputError("there is nothing to decode: give a URL with \(name)…, or the data")
        } else if trimmed.hasPrefix("{") || trimmed.hasPrefix("\"") {
            source = .json
            result = try codec.result(ofValue: trimmed)
        } else if trimmed.hasPrefix("%") {
            source = .escaped
            result = try codec.result(ofValue: trimmed)
        } else {
            // A parameter without its URL is also accepted.
            let urlText = trimmed.hasPrefix(name) ? "?" + trimmed : trimmed
            guard let found = try codec.result(from: urlText) else {
                throw InputError(
                    LinkScheme.leading(trimmed) == nil
                        ? "\(DecodeReport.shortened(trimmed)) is neither a URL nor App Link data: data begins with { or %7B"
                        : "\(DecodeReport.shortened(trimmed)) carries no App Link data: it has no parameter \(name)…"
                )
            }
            source = .url
            result = found
        }
        data = result.data
        odd = result.warnings + DecodeReport.oddities(of: result.data)
    }

    private static func shortened(_ text: String) -> String {
        let shown = String(text.prefix(60)).sanitized()
        return "'\(shown)\(text.count > 60 ? "…" : "")'"
    }

    /// Mistakes of the sender that did not make the data unreadable.
    private static func oddities(of data: AppLinkData) -> [String] {
        var odd: [String] = []
        switch data["target_url"] {
        case nil: odd.append("target_url is missing: the URL that was opened is its own target")
        case .string(let text)? where data.targetURL == nil:
            odd.append("target_url is not a usable URL of a page, and is ignored: \(shortened(text))")
        case .string?: break
        case .some(let value): odd.append("target_url is \(value.kind), not a string, and is ignored")
        }
        switch data["version"] {
        case nil: break
        case .string("1.0")?: break
        case .some(let value): odd.append("version is \(value.shown), but \"1.0\" is expected")
        }
        if let extras = data["extras"], extras.object == nil {
            odd.append("extras is \(extras.kind), not an object, and is ignored")
        }
        for name in ["user_agent", "campaign_ids"] {
            if let value = data[name], value.string == nil { odd.append("\(name) is \(value.kind), not a string") }
        }
        return odd + oddities(ofReferrerIn: data)
    }

    private static func oddities(ofReferrerIn data: AppLinkData) -> [String] {
        guard let value = data["referer_app_link"] else { return [] }
        guard let referrer = data.referrer else {
            return ["referer_app_link is \(value.kind), not an object: there is no link back"]
        }
        guard let url = referrer.urlText else {
            return ["referer_app_link has no url that is a string: there is no link back"]
        }
        guard referrer.appName != nil else {
            return ["referer_app_link has no app_name that is a string: there is no link back"]
        }
        guard let openable = try? OpenableURL(url), !SchemePolicy.alwaysDenied.contains(openable.scheme) else {
            return ["referer_app_link has a URL that is never opened: \(shortened(url))"]
        }
        return []
    }

    // MARK: - JSON

    func json() throws -> String {
        let referrer: AppLinkValue? = data.referrer.map { referrer in
            ["url": AppLinkValue(referrer.urlText), "app_name": AppLinkValue(referrer.appName)]
        }
        let report: AppLinkValue = [
            "source": .string(source.rawValue),
            "target_url": AppLinkValue(data.targetURLText),
            "version": AppLinkValue(data.version),
            "user_agent": AppLinkValue(data.userAgent),
            "extras": data.extras.map(AppLinkValue.object) ?? nil,
            "referrer": referrer ?? nil,
            "data": .object(data.json),
            "odd": .array(odd.map(AppLinkValue.string)),
        ]
        return try report.jsonText(depthLimit: 64)
    }

    // MARK: - Text

    var lines: [String] {
        var lines = [
            "Target URL  \(data["target_url"].map(\.plain) ?? "none")",
            "Version     \(data["version"].map(\.plain) ?? "none, which counts as 1.0")",
            "User agent  \(data["user_agent"].map(\.plain) ?? "none")",
        ]
        if let referrer = data.referrer {
            lines.append("Referrer    \(referrer.appName ?? "(no name)")  \(referrer.urlText ?? "(no url)")")
            lines += fields(of: referrer.json, but: ["url", "app_name"])
        } else {
            lines.append("Referrer    \(data["referer_app_link"].map(\.plain) ?? "none")")
        }
        lines.append("Extras      \(data["extras"].map { $0.object?.isEmpty == false ? "" : $0.plain } ?? "none")")
        lines += fields(of: data.extras ?? [:], but: [])
        let known = ["target_url", "version", "user_agent", "referer_app_link", "extras"]
        let others = fields(of: data.json, but: known)
        if !others.isEmpty { lines += ["Other"] + others }
        if !odd.isEmpty { lines += ["Warnings"] + odd.map { "  \($0)" } }
        return lines.map { line in
            var line = line
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private func fields(of object: [String: AppLinkValue], but known: [String]) -> [String] {
        object.filter { !known.contains($0.key) }
            .sorted { $0.key < $1.key }
            .map { "  \($0.key) = \($0.value.shown)" }
    }
}

extension AppLinkValue {
    fileprivate init(_ text: String?) { self = text.map(AppLinkValue.string) ?? .null }

    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .integer, .number, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value as JSON.
    fileprivate var shown: String {
        do {
            return try jsonText(depthLimit: 64)
        } catch {
            return "(cannot be shown: \(error))"
        }
    }

    /// A string unchanged, any other value as JSON.
    fileprivate var plain: String { string ?? shown }
}
