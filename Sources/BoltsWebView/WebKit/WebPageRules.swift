/// The resources that a web view does not load, as WebKit's content rules.
///
/// They block images, media, fonts and styles, which cannot change the tags, and, if only public addresses are allowed, URLs of
/// this machine or a private network.
enum WebPageRules {
    /// The name under which WebKit caches the compiled rules.
    ///
    /// Change it with the rules.
    static func identifier(publicOnly: Bool) -> String { "bolts.applinks.rules.2.\(publicOnly ? "public" : "any")" }

    /// The rules, as JSON for WebKit's compiler.
    static func json(publicOnly: Bool) -> String {
        let weight =
            #"{"trigger":{"url-filter":".*","resource-type":["image","media","font","style-sheet","svg-document","popup"]},"#
            + #""action":{"type":"block"}}"#
        let places = publicOnly ? privatePlaces : []
        let rules = places.map { place in
            // A script or a socket of a page may have a user name in front of its host.
            #"{"trigger":{"url-filter":"^[a-z]+://([^/?#]*@)?\#(place)"},"action":{"type":"block"}}"#
        }
        return "[" + ([weight] + rules).joined(separator: ",") + "]"
    }

    /// The language has no "or", and WebKit writes every IPv4 address in four decimal numbers.
    private static let privatePlaces: [String] = {
        let number = "[0-9]+"
        let three = #"\\.\#(number)\\.\#(number)\\.\#(number)[:/]"#
        let two = #"\\.\#(number)\\.\#(number)[:/]"#
        return [
            "0" + three, "10" + three, "127" + three, #"169\\.254"# + two, #"192\\.168"# + two,
            #"172\\.1[6-9]"# + two, #"172\\.2[0-9]"# + two, #"172\\.3[01]"# + two, #"100\\.[0-9]+"# + two,
            // Unlike an address, a name keeps a dot at its end.
            #"([a-z0-9.-]+\\.)?localhost\\.?[:/]"#, #"[a-z0-9.-]+\\.local\\.?[:/]"#, #"\\["#,
        ]
    }()
}
