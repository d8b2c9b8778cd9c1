import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    // Threats: `th82` is the row of TH82 in docs/design/security.md.
    @Tag static var th82: Self
    @Tag static var th83: Self
}
