import BoltsSiteCheck
import LinkIndex

/// The key of a finished answer: a URL, and the form of the request.
struct AnswerCacheKey: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// The form of `/v1/links`, for devices in this order, four bits each, and for purposes, one bit each.
        case links(devices: UInt64, purposes: UInt8)
        /// The form of Meta's service, for these platforms, sorted and separated by commas; `nil` means all.
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

        /// The approximate size of the key in bytes.
        var byteCount: Int {
            if case .graph(let platforms?) = self { platforms.utf8.count } else { 8 }
        }
    }

    /// The URL as `URL` spells it, so that all equivalent spellings in a query share one answer.
    let url: String
    let form: Form
}
