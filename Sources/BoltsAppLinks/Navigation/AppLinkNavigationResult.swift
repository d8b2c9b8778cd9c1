/// The outcome of following a link, and its steps.
///
/// ```swift
/// let result = try await AppLinkNavigation(appLink: link).navigate()
/// if result.type == .failure { print(result.steps.map(\.explanation)) }
/// ```
public struct AppLinkNavigationResult: Sendable, Hashable {
    /// The kind of outcome.
    public let type: AppLinkNavigationType

    /// The URL that was opened, with its data, or `nil` if nothing was opened.
    public let openedURL: OpenableURL?

    /// The data in ``openedURL``, or `nil` if it has none.
    package let sentData: AppLinkData?

    /// Every step, in order; the last one opened something unless the navigation failed.
    public let steps: [AppLinkNavigationStep]

    /// How many targets were not tried because 32 are tried at most.
    public let untriedTargetCount: Int

    /// The last error of the opener, or `nil` if it had none.
    package let openerError: String?

    /// Whether this is the outcome of a preview, which opens nothing.
    package let isPreview: Bool

    /// The event that was posted, or `nil` for a preview.
    public let event: MeasurementEvent?
}
