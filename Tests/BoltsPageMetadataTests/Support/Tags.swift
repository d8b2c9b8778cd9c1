import Testing

/// The rules and cases that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var l1: Self
    @Tag static var gx21: Self
    // Threats: `th21` is the row of TH21 in docs/design/security.md.
    @Tag static var th21: Self
    @Tag static var th22: Self
}
