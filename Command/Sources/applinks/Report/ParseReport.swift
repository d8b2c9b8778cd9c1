@_spi(Bolts) import BoltsAppLinks

/// What an app reads from the URL that opened it.
struct ParseReport: JSONReport {
    struct Parameter: Encodable, Sendable {
        let name: String
        let value: Nullable<String>
    }

    struct Referrer: Encodable, Sendable {
        let url: String?
        let appName: String?

        enum CodingKeys: String, CodingKey {
            case url
            case appName = "app_name"
        }
    }

    let inputURL: String
    let inputParameters: [Parameter]
    let isAppLink: Bool
    let targetURL: String
    let targetParameters: [Parameter]
    let extras: Nullable<[String: AppLinkValue]>
    let referrer: Nullable<Referrer>
    let data: Nullable<[String: AppLinkValue]>
    let error: String?

    enum CodingKeys: String, CodingKey {
        case extras, referrer, data, error
        case inputURL = "input_url"
        case inputParameters = "input_query"
        case isAppLink = "is_app_link"
        case targetURL = "target_url"
        case targetParameters = "target_query"
    }

    init(_ url: AppLinkURL) {
        inputURL = url.inputText
        inputParameters = Self.parameters(url.inputQueryParameters)
        isAppLink = url.appLinkData != nil
        targetURL = url.targetURLText
        targetParameters = Self.parameters(url.targetQueryParameters)
        extras = Nullable(url.appLinkExtras)
        referrer = Nullable(
            url.appLinkReferrer.map { link in
                Referrer(url: link.targets.first?.urlText, appName: link.targets.first?.appName)
            }
        )
        data = Nullable(url.appLinkData?.json)
        error = url.appLinkDataError?.description
    }

    /// Omits the parameter of the data, which is shown separately.
    private static func parameters(_ parameters: AppLinkURL.QueryParameters) -> [Parameter] {
        parameters.parameters
            .filter { $0.name != AppLinkDataCodec.parameterName }
            .map { Parameter(name: $0.name, value: Nullable($0.value)) }
    }

    /// The report as text.
    var lines: [String] { ["Input URL   \(inputURL)"] + linesAfterURL }

    /// The report as text, without the URL.
    var linesAfterURL: [String] {
        var lines = Self.lines(of: inputParameters)
        guard isAppLink else {
            lines.append(error == nil ? "It has no App Link data." : "Its App Link data cannot be used.")
            return lines
        }
        lines.append("Target URL  \(targetURL)")
        lines += Self.lines(of: targetParameters)
        lines.append("Referrer    \(referrerText)")
        lines.append("Extras      \(Self.json(extras.value ?? [:]))")
        lines.append("Data        \(Self.json(data.value ?? [:]))")
        return lines
    }

    private var referrerText: String {
        guard let referrer = referrer.value else { return "none" }
        return "\(referrer.appName ?? "") \(referrer.url ?? "")"
    }

    private static func lines(of parameters: [Parameter]) -> [String] {
        parameters.enumerated().map { index, parameter in
            let label = index == 0 ? "  Query     " : "            "
            return label + "\(parameter.name) = \(parameter.value.value ?? "(no value)")"
        }
    }

    private static func json(_ object: [String: AppLinkValue]) -> String {
        struct Raw: JSONReport {
            let object: [String: AppLinkValue]
            func encode(to encoder: any Encoder) throws { try object.encode(to: encoder) }
        }
        do {
            return try Raw(object: object).json()
        } catch {
            return "(cannot be written: \(error))"
        }
    }
}
