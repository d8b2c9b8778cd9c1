import Foundation
import NIOCore

/// Why the service does not listen at its address.
struct ListenError: Error, CustomStringConvertible {
    let host: String
    let port: Int
    let error: IOError

    var description: String {
        let reason = String(cString: strerror(error.errnoCode))
        return "The service cannot listen on port \(port) of \(host): \(reason). \(advice)"
    }

    private var advice: String {
        switch error.errnoCode {
        case EADDRINUSE: "Another program does already: choose another --port, or 0 for a free one."
        case EACCES: "Choose a --port of at least 1024, or let this user use lower ones."
        case EADDRNOTAVAIL: "Name an address of this machine with --host."
        default: "Check --host and --port."
        }
    }
}
