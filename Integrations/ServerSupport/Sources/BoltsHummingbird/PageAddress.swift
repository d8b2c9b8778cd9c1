/// The address of a page without the parts that differ between visitors.
enum PageAddress {
    /// Returns a request's target without the data that an app sent along with a link.
    static func withoutLinkData(_ target: String) -> String {
        guard let mark = target.firstIndex(of: "?") else { return target }
        let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let kept = items.filter { $0.prefix { $0 != "=" } != "al_applink_data" }
        if kept.count == items.count { return target }
        return target[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    }
}
