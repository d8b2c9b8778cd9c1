import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var ds11: Self
    @Tag static var t7: Self
}
