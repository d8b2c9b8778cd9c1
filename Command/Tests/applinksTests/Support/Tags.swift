import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var dl13: Self
    @Tag static var l7: Self
    // Threats: `th54` is the row of TH54 in docs/design/security.md.
    @Tag static var th54: Self
    @Tag static var th55: Self
    @Tag static var th56: Self
    @Tag static var th57: Self
    @Tag static var th58: Self
    @Tag static var th59: Self
    @Tag static var th71: Self
    @Tag static var th72: Self
    @Tag static var th73: Self
    @Tag static var th74: Self
    @Tag static var th75: Self
    @Tag static var th76: Self
    @Tag static var th77: Self
    @Tag static var th78: Self
    @Tag static var th79: Self
    @Tag static var th81: Self
    @Tag static var th84: Self
    @Tag static var th85: Self
    @Tag static var th86: Self
    @Tag static var th87: Self
    @Tag static var th88: Self
    @Tag static var th89: Self
}
