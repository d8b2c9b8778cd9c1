import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var l5: Self
    @Tag static var l6: Self
    @Tag static var l7: Self
    @Tag static var l9: Self
    @Tag static var or01: Self
    @Tag static var or02: Self
    @Tag static var or03: Self
    @Tag static var or04: Self
    @Tag static var or05: Self
    @Tag static var or06: Self
    @Tag static var or07: Self
    @Tag static var t3: Self
    @Tag static var t9: Self
    @Tag static var t11: Self
}
