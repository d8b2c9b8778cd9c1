@_spi(Bolts) import BoltsAppLinks

/// What an app reads from the URL that opened it.
struct ParseReport {
    private let url: AppLinkURL

    init(_ url: AppLinkURL) { self.url = url }

    private var referrer: AppLinkTarget? { url.appLinkReferrer?.targets.first }

    var document: JSONObject {
        func parameters(_ parameters: AppLinkURL.QueryParameters) -> [JSONObject] {
            Self.shown(parameters).map { ["name": $0.name, "value": Nullable($0.value)] }
        }
        let referrer: JSONObject? =
            url.appLinkReferrer == nil ? nil : ["url": self.referrer?.urlText, "app_name": self.referrer?.appName]
        return [
            "input_url": url.inputText,
            "input_query": parameters(url.inputQueryParameters),
            "is_app_link": url.appLinkData != nil,
            "target_url": url.targetURLText,
            "target_query": parameters(url.targetQueryParameters),
            "extras": Nullable(url.appLinkExtras),
            "referrer": Nullable(referrer),
            "data": Nullable(url.appLinkData?.json),
            "error": url.appLinkDataError?.description,
        ]
    }

    /// Omits the parameter of the data, which is shown separately.
    private static func shown(_ parameters: AppLinkURL.QueryParameters) -> [(name: String, value: String?)] {
        parameters.parameters.filter { $0.name != AppLinkDataCodec.parameterName }.map { ($0.name, $0.value) }
    }

    var lines: [String] { ["Input URL   \(url.inputText)"] + linesAfterURL }

    /// The report as text, without the URL.
    var linesAfterURL: [String] {
        var lines = Self.lines(of: url.inputQueryParameters)
        guard let data = url.appLinkData else {
            lines.append(
                url.appLinkDataError == nil ? "It has no App Link data." : "Its App Link data cannot be used."
            )
            return lines
        }
        lines.append("Target URL  \(url.targetURLText)")
        lines += Self.lines(of: url.targetQueryParameters)
        let names = url.appLinkReferrer.map { _ in "\(referrer?.appName ?? "") \(referrer?.urlText ?? "")" }
        lines.append("Referrer    \(names ?? "none")")
        lines.append("Extras      \(Self.json(url.appLinkExtras ?? [:]))")
        lines.append("Data        \(Self.json(data.json))")
        return lines
    }

    private static func lines(of parameters: AppLinkURL.QueryParameters) -> [String] {
        shown(parameters).enumerated().map { index, parameter in
            let label = index == 0 ? "  Query     " : "            "
            return label + "\(parameter.name) = \(parameter.value ?? "(no value)")"
        }
    }

    private static func json(_ object: [String: AppLinkValue]) -> String {
        do {
            return try object.json()
        } catch {
            return "(cannot be written: \(error))"
        }
    }
}
