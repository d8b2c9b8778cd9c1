import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var t1: Self
    @Tag static var t2: Self
    @Tag static var t3: Self
    @Tag static var t6: Self
    @Tag static var t9: Self
    @Tag static var t11: Self
}
