import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var gx18: Self
    @Tag static var l6: Self
    @Tag static var l7: Self
    // Threats: `th5` is the row of TH5 in docs/design/security.md.
    @Tag static var th5: Self
    @Tag static var th25: Self
    @Tag static var th26: Self
    @Tag static var th27: Self
    @Tag static var th28: Self
    @Tag static var th29: Self
    @Tag static var th30: Self
    @Tag static var th31: Self
    @Tag static var th32: Self
    @Tag static var th33: Self
    @Tag static var th34: Self
    @Tag static var th35: Self
    @Tag static var th36: Self
    @Tag static var th37: Self
    @Tag static var th38: Self
    @Tag static var th39: Self
    @Tag static var th40: Self
    @Tag static var th41: Self
    @Tag static var th42: Self
    @Tag static var th43: Self
    @Tag static var th44: Self
    @Tag static var th45: Self
    @Tag static var th46: Self
    @Tag static var th47: Self
    @Tag static var th48: Self
    @Tag static var th49: Self
    @Tag static var th88: Self
}
