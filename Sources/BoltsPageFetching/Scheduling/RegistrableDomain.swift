/// The domain that one owner registers, such as `example.com` of `www.example.com`.
///
/// One owner's name servers respond or hang together, so look-ups are limited per registrable domain. The list of public
/// suffixes is long and changes every week. For a limit an approximation suffices: the last two labels, or three under a
/// country's domain whose second level is as short as `co` or `com`. If it is wrong, unrelated domains share a limit.
enum RegistrableDomain {
    static func of(_ name: String) -> String {
        let labels = name.split(separator: ".")
        guard labels.count > 2 else { return name }
        let isBelowACountry = labels[labels.count - 1].utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
        return labels.suffix(isBelowACountry ? 3 : 2).joined(separator: ".")
    }
}
