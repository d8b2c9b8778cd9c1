import BoltsPageFetching
internal import Foundation

extension MeasurementEvent {
    /// Why an incoming URL is read.
    enum ParseReason {
        case plain
        case opened(sourceApplication: String?)
        case backToReferrerBar
    }

    /// The event of an incoming URL that carries data.
    static func incoming(_ name: Name, url: AppLinkURL, reason: ParseReason) -> MeasurementEvent {
        var fields = Fields()
        fields["version"] = url.appLinkData?.version ?? AppLink.protocolVersion
        // Both spellings are documented, the wire's and the dictionary's.
        for spelling in ["referer", "referrer"] {
            fields[spelling + "URL"] = url.appLinkData?.referrer?.urlText
            fields[spelling + "AppName"] = url.appLinkData?.referrer?.appName
        }
        fields["targetURL"] = url.targetURLText
        fields["inputURL"] = url.inputText
        fields["inputURLScheme"] = URLScheme.leading(url.inputText)?.name
        fields["forRenderBackToReferrerBar"] = "0"
        fields["forOpenUrl"] = "0"
        switch reason {
        case .plain: break
        case .opened(let sourceApplication):
            fields["sourceApplication"] = sourceApplication
            fields["forOpenUrl"] = "1"
        case .backToReferrerBar: fields["forRenderBackToReferrerBar"] = "1"
        }
        return MeasurementEvent(name: name, arguments: fields.values)
    }

    /// The event of a link that was followed.
    static func outgoing(
        link: AppLink,
        type: AppLinkNavigationType,
        outputURLText: String?,
        error: String?
    ) -> MeasurementEvent {
        var fields = Fields()
        let source = link.sourceURL.absoluteString
        fields["version"] = AppLink.protocolVersion
        fields["outputURL"] = outputURLText
        fields["outputURLScheme"] = outputURLText.flatMap { URLScheme.leading($0) }?.name
        fields["sourceURL"] = source
        // The documentation says one, the code has always sent the other.
        for spelling in ["sourceHost", "sourceURLHost"] { fields[spelling] = URLAuthority(source)?.host }
        fields["sourceScheme"] = URLScheme.leading(source)?.name
        fields["success"] = type == .failure ? "0" : "1"
        fields["type"] = type.eventText
        fields["error"] = error
        return MeasurementEvent(
            name: link.isBackToReferrer ? .navigateBackToReferrer : .navigateOut,
            arguments: fields.values
        )
    }

    /// Fields that are left out where they have no value.
    private struct Fields {
        var values: [String: String] = [:]

        subscript(name: String) -> String? {
            get { values[name] }
            set { values[name] = newValue }
        }
    }
}
