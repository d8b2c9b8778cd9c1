import Testing

/// The rules that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var dl6: Self
    @Tag static var l6: Self
    @Tag static var l7: Self
    @Tag static var th67: Self
}
