/// One request of a fetch, as the rules want it sent.
struct PageRequest: Sendable {
    /// Counts the requests of a fetch; what a transport reports of it carries this number.
    let number: Int
    let target: HTTPTarget
    /// Where to connect; `nil` leaves it to the system to look the name up.
    let address: IPAddress?
    /// How long connecting may take.
    let connectTimeout: Duration
    /// The header fields besides `Host` and those that say how the body may be coded.
    let fields: [Field]

    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// - Returns: What every request says, and what makes it conditional. No field can hold the end of a line.
    static func fields(userAgent: String, validator: PageValidator?) -> [Field] {
        let fields: [(String, String?)] = [
            ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8"),
            ("Prefer-Html-Meta-Tags", "al"),
            ("User-Agent", userAgent),
            ("If-None-Match", validator?.entityTag),
            ("If-Modified-Since", validator?.lastModified),
        ]
        return fields.compactMap { name, value in value.map { Field(name: name, value: $0.headerText) } }
    }
}

extension String {
    /// The text as a header field may hold it: visible ASCII and spaces.
    fileprivate var headerText: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { (0x20...0x7e).contains($0.value) }))
    }
}
