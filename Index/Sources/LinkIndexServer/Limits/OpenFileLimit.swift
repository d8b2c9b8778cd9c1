import Foundation

/// How many files and connections the process may have open.
package enum OpenFileLimit {
    /// Raises the limit as far as the system allows, and returns it.
    package static func raise() -> Int {
        guard let limit else { return 256 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur)
    }

    /// The limit, or `nil` if the system does not report it.
    static var current: Double? { limit.map { Double($0.rlim_cur) } }

    #if os(Linux)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif

    private static var limit: rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }
}
