import Testing

/// The rules that these tests cover, by their numbers in `docs/conformance.md`.
extension Tag {
    @Tag static var l6: Self
    @Tag static var l7: Self
    // Threats: `th60` is the row of TH60 in docs/design/security.md.
    @Tag static var th60: Self
    @Tag static var th61: Self
    @Tag static var th62: Self
    @Tag static var th63: Self
    @Tag static var th64: Self
    @Tag static var th65: Self
    @Tag static var th66: Self
    @Tag static var th67: Self
    @Tag static var th68: Self
    @Tag static var th69: Self
    @Tag static var th80: Self
}
