import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var dl13: Self
    @Tag static var l7: Self
}
