/// What following a link came to, and how.
///
/// ```swift
/// let result = try await AppLinkNavigation(appLink: link).navigate().value
/// if result.type == .failure { print(result.steps.map(\.explanation)) }
/// ```
public struct AppLinkNavigationResult: Sendable, Hashable {
    /// What it came to.
    public let type: AppLinkNavigationType

    /// The URL that was opened, with its data, or `nil` where none was.
    public let openedURL: OpenableURL?

    /// The data that went along, or `nil` where none did.
    public let sentData: AppLinkData?

    /// Every step, in order; the last one opened something, unless the navigation failed.
    public let steps: [AppLinkNavigationStep]

    /// How many targets were left over when the most had been tried.
    public let untriedTargetCount: Int

    /// What went wrong with the opener itself in the last step where something did, or `nil`.
    public let openerError: String?

    /// Whether nothing was really opened, because a preview was asked for.
    public let isPreview: Bool

    /// The event that was posted, or `nil` for a preview.
    public let event: MeasurementEvent?
}
