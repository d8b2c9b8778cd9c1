/// A rule like those of real files: mostly a directory of a shop or a news site, sometimes with a wildcard inside.
struct BenchmarkRule {
    let number: Int
    let pattern: String
    /// The pattern for the naive comparison.
    let comparedPattern: [UInt8]

    init(number: Int) {
        self.number = number
        pattern =
            switch number % 4 {
            case 0: "/shop/category-\(number)/*"
            case 1: "/news/\(number)/article-*/comments"
            case 2: "/account/page-\(number)"
            default: "/en-??/offers/\(number)/*"
            }
        comparedPattern = Array(normalized(pattern).utf8)
    }

    var json: String { "{\"/\": \"\(pattern)\"}" }

    /// Returns a path that the rule matches.
    func path(_ item: Int) -> String {
        switch number % 4 {
        case 0: "/shop/category-\(number)/item-\(item)"
        case 1: "/news/\(number)/article-\(item)/comments"
        case 2: "/account/page-\(number)"
        default: "/en-gb/offers/\(number)/item-\(item)"
        }
    }
}
