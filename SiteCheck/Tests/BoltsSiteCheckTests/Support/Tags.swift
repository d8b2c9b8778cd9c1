import Testing

/// The threats that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    // Threats: `th81` is the row of TH81 in docs/design/security.md.
    @Tag static var th81: Self
}
