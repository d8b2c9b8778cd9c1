/// The outcome of following a link, and its steps.
///
/// ```swift
/// let result = try await AppLinkNavigation(appLink: link).navigate()
/// if result.type == .failure { print(result.steps.map(\.explanation)) }
/// ```
public struct AppLinkNavigationResult: Sendable {
    /// The kind of outcome.
    public let type: AppLinkNavigationType

    /// The URL that was opened, with its data, or `nil` if nothing was opened.
    public let openedURL: OpenableURL?

    /// The data in ``openedURL``, or `nil` if it has none.
    package let sentData: AppLinkData?

    /// Every step, in order; the last one opened something unless the navigation failed.
    public let steps: [AppLinkNavigationStep]

    /// How many targets were not tried, because at most 32 are tried.
    @_spi(Bolts) public let untriedTargetCount: Int

    /// Why the URL itself was used instead of its link, or `nil` if the link was followed.
    ///
    /// It is the resolver's error, `TaskTimeoutError` if the resolver took longer than ``AppLinkNavigationOptions/linkTimeout``, or
    /// ``AppLinkDataError`` if the link's data cannot be encoded. ``type`` and ``steps`` still say what was opened, or why
    /// nothing was.
    public let linkError: (any Error)?

    /// The last error of the opener, or `nil` if it had none.
    package let openerError: String?

    /// Whether this is the outcome of a preview, which opens nothing.
    package let isPreview: Bool

    /// The event that was posted, or `nil` for a preview.
    public let event: MeasurementEvent?
}

extension AppLinkNavigationResult: Hashable {
    /// Returns whether two outcomes are the same; errors are compared by their text.
    public static func == (one: AppLinkNavigationResult, other: AppLinkNavigationResult) -> Bool {
        one.type == other.type && one.openedURL == other.openedURL && one.sentData == other.sentData
            && one.steps == other.steps && one.untriedTargetCount == other.untriedTargetCount
            && one.linkErrorText == other.linkErrorText && one.openerError == other.openerError
            && one.isPreview == other.isPreview && one.event == other.event
    }

    /// Hashes what the outcome opened and how.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(openedURL)
        hasher.combine(steps)
        hasher.combine(linkErrorText)
    }

    private var linkErrorText: String? { linkError.map { String(describing: $0) } }
}
