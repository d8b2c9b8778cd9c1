import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var dl12: Self
    @Tag static var gx22: Self
    @Tag static var l4: Self
    @Tag static var l9: Self
    @Tag static var or01: Self
    @Tag static var or02: Self
    @Tag static var or03: Self
    @Tag static var or04: Self
    @Tag static var or05: Self
    @Tag static var or06: Self
    @Tag static var or07: Self
    // Threats: `th16` is the row of TH16 in docs/design/security.md.
    @Tag static var th16: Self
    @Tag static var th17: Self
    @Tag static var th19: Self
    @Tag static var th20: Self
}
