import BoltsSiteCheck
import LinkIndex

/// What a finished answer is known by: a URL, and the form in which it was asked about.
struct AnswerCacheKey: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// That of `/v1/links`, for devices in this order, four bits each, and for purposes, one bit each.
        case links(devices: UInt64, purposes: UInt8)
        /// That of Meta's service with these platforms, sorted and separated by commas; `nil` means all.
        case graph(platforms: String?)

        /// The form of `/v1/links` for devices, each of which occurs once.
        static func links(_ devices: [LinkDevice], _ purposes: Set<AnswerPurpose> = [.links]) -> Form {
            .links(
                devices: devices.reduce(0) { $0 << 4 | (places[$1] ?? 0) },
                purposes: purposes.reduce(0) { $0 | bit(of: $1) }
            )
        }

        private static func bit(of purpose: AnswerPurpose) -> UInt8 {
            switch purpose {
            case .links: 1
            case .signIn: 2
            }
        }

        private static let places = Dictionary(
            uniqueKeysWithValues: LinkDevice.allCases.enumerated().map { ($1, UInt64($0) + 1) }
        )

        /// About how many bytes it needs.
        var byteCount: Int {
            if case .graph(let platforms?) = self { platforms.utf8.count } else { 8 }
        }
    }

    /// The URL as the URL type writes it, so that all spellings in a query that mean the same have one answer.
    let url: String
    let form: Form
}
