import BoltsPageFetching
import Foundation

extension MeasurementEvent {
    /// The event of following a link.
    static func outgoing(
        link: AppLink,
        type: AppLinkNavigationType,
        outputURLText: String?,
        error: String?
    ) -> MeasurementEvent {
        var fields = MeasurementFields()
        let source = link.sourceURL.absoluteString
        fields["version"] = AppLink.protocolVersion
        fields["outputURL"] = outputURLText
        fields["outputURLScheme"] = outputURLText.flatMap { LinkScheme.leading($0) }?.name
        fields["sourceURL"] = source
        // Bolts documented one spelling and sent the other, so both are sent.
        for spelling in ["sourceHost", "sourceURLHost"] { fields[spelling] = URLAuthority(source)?.host }
        fields["sourceScheme"] = LinkScheme.leading(source)?.name
        fields["success"] = type == .failure ? "0" : "1"
        fields["type"] = type.eventText
        fields["error"] = error
        return MeasurementEvent(
            name: link.isBackToReferrer ? .navigateBackToReferrer : .navigateOut,
            arguments: fields.values
        )
    }
}
