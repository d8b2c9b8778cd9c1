import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var l9: Self
}
