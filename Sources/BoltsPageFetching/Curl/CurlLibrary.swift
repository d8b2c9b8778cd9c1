#if os(Linux)
import CBoltsCurl
import Foundation

#if URLSessionOnLinux && canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// libcurl, if a version that can enforce the limits of a fetch is installed.
struct CurlLibrary: Sendable {
    /// Loaded once, on first use.
    static let shared = CurlLibrary()

    /// The version of libcurl, such as `7.88.1`.
    let version: String
    /// Whether libcurl can decompress gzip and deflate.
    let inflates: Bool

    private init?() {
        let found = unsafe bolts_curl_load { found in
            guard unsafe CurlLibrary.suffices(number: found.number, features: found.features) else { return false }
            #if URLSessionOnLinux && canImport(FoundationNetworking)
            // Before 7.84, two threads must not initialize it at the same time. FoundationNetworking does so with its
            // first session, so one is created here first.
            if unsafe found.features & UInt32(bolts_curl_version_threadsafe) == 0 {
                URLSession(configuration: .ephemeral).invalidateAndCancel()
            }
            #endif
            return true
        }
        guard unsafe found.number != 0, let text = unsafe found.text else { return nil }
        version = unsafe String(cString: text)
        inflates = unsafe found.features & UInt32(bolts_curl_version_libz) != 0
    }

    /// Whether a version is sufficient: it is at least the oldest tested version (7.68), supports https, and looks up names
    /// without blocking.
    static func suffices(number: UInt32, features: UInt32) -> Bool {
        let needed = UInt32(bolts_curl_version_ssl | bolts_curl_version_asynchdns)
        return number >= 0x07_4400 && features & needed == needed
    }
}
#endif
