import BoltsPageFetching
internal import Foundation

extension MeasurementEvent {
    /// The reason for which an incoming URL is read.
    enum ParseReason {
        case plain
        case opened(sourceApplication: String?, referrerPage: URL?)
        case backToReferrerBar
    }

    static func incoming(_ name: Name, url: AppLinkURL, reason: ParseReason) -> MeasurementEvent {
        var fields = MeasurementFields()
        fields["version"] = url.appLinkData?.version ?? AppLink.protocolVersion
        // Bolts documents both spellings.
        for spelling in ["referer", "referrer"] {
            fields[spelling + "URL"] = url.appLinkData?.referrer?.urlText
            fields[spelling + "AppName"] = url.appLinkData?.referrer?.appName
        }
        fields["targetURL"] = url.targetURLText
        fields["inputURL"] = url.inputText
        fields["inputURLScheme"] = LinkScheme.leading(url.inputText)?.name
        fields["forRenderBackToReferrerBar"] = "0"
        fields["forOpenUrl"] = "0"
        switch reason {
        case .plain: break
        case .opened(let sourceApplication, let referrerPage):
            fields["sourceApplication"] = sourceApplication
            if url.appLinkData?.referrer?.urlText == nil {
                for spelling in ["refererURL", "referrerURL"] { fields[spelling] = referrerPage?.absoluteString }
            }
            fields["forOpenUrl"] = "1"
        case .backToReferrerBar: fields["forRenderBackToReferrerBar"] = "1"
        }
        return MeasurementEvent(name: name, arguments: fields.values)
    }
}
