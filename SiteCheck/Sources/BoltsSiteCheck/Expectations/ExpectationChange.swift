/// A link of which something is expected, that does it with one version of a site's files only.
public struct ExpectationChange: Sendable, Hashable {
    /// What must happen, and what happens with the later files.
    public let result: ExpectationResult
    /// Whether it happened with the earlier files.
    public let before: ExpectationResult.Status

    /// Whether the later files break it.
    public var isBroken: Bool { result.status == .failed }

    /// Compares an expectation with two versions of a site's files; `nil` if the later files break nothing that held, or may have
    /// held, and repair nothing.
    public init?(
        _ expectation: LinkExpectation,
        from earlier: inout ExpectationCheck,
        to later: inout ExpectationCheck
    ) {
        let (before, after) = (earlier.result(of: expectation), later.result(of: expectation))
        let isChange = before.status != after.status && (after.status == .failed || before.status == .failed)
        guard isChange else { return nil }
        result = after
        self.before = before.status
    }
}
