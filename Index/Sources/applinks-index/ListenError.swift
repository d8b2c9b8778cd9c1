import Foundation

/// The error of a service that cannot listen at its address.
struct ListenError: Error, CustomStringConvertible {
    let host: String
    let port: Int
    /// The system's error; `nil` if the host's name was not found.
    let code: CInt?

    var description: String {
        let reason = code.map { String(cString: strerror($0)) } ?? "The name has no address"
        return "The service cannot listen on port \(port) of \(host): \(reason). \(advice)"
    }

    private var advice: String {
        switch code {
        case EADDRINUSE: "Another program does already: choose another --port, or 0 for a free one."
        case EACCES: "Choose a --port of at least 1024, or let this user use lower ones."
        case EADDRNOTAVAIL, nil: "Name an address of this machine with --host."
        default: "Check --host and --port."
        }
    }
}
