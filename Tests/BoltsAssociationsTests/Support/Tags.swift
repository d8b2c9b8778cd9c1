import Testing

/// The threats that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var th81: Self
}
