#if os(Linux)
import CBoltsCurl
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// libcurl, where this machine has one that can keep the limits of a fetch.
struct CurlLibrary: Sendable {
    /// Looked for once, when it is first asked for.
    static let shared = CurlLibrary()

    /// Its version, such as `7.88.1`.
    let version: String
    /// Whether it can inflate gzip and deflate.
    let inflates: Bool

    private init?() {
        let found = bolts_curl_load { found in
            guard CurlLibrary.suffices(number: found.number, features: found.features) else { return false }
            #if canImport(FoundationNetworking)
            // Before 7.84 no two threads may initialise it at the same time. FoundationNetworking does so with its first
            // session: with one made here, the two come one after the other.
            if found.features & UInt32(bolts_curl_version_threadsafe) == 0 {
                URLSession(configuration: .ephemeral).invalidateAndCancel()
            }
            #endif
            return true
        }
        guard found.number != 0, let text = found.text else { return nil }
        version = String(cString: text)
        inflates = found.features & UInt32(bolts_curl_version_libz) != 0
    }

    /// Whether a version has what is needed: waking its thread (7.68), https, and looking names up without standing still.
    static func suffices(number: UInt32, features: UInt32) -> Bool {
        let needed = UInt32(bolts_curl_version_ssl | bolts_curl_version_asynchdns)
        return number >= 0x07_4400 && features & needed == needed
    }
}
#endif
