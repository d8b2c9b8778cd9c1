/// The domain that one owner registers, such as `example.com` of `www.example.com`.
///
/// Who owns a domain decides whether its name servers answer, so look-ups are bounded by it. The list of public suffixes is
/// long and changes every week; for a bound the shape is enough: the last two labels, or three below a country's domain
/// whose second level is as short as `co` or `com`. Where that is wrong, domains share a bound that need not.
enum RegistrableDomain {
    static func of(_ name: String) -> String {
        let labels = name.split(separator: ".")
        guard labels.count > 2 else { return name }
        let isBelowACountry = labels[labels.count - 1].utf8.count == 2 && labels[labels.count - 2].utf8.count <= 3
        return labels.suffix(isBelowACountry ? 3 : 2).joined(separator: ".")
    }
}
