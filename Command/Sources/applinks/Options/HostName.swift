import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck
import Foundation

enum HostName {
    /// Whether a text is a host with at least two labels, or `localhost`, with an optional port.
    static func isHost(_ text: String) -> Bool {
        LinkText.isHost(text)
    }

    /// Refuses a value of `--host` that is not a host, without repeating a user or a password.
    static func check(_ host: String?) throws {
        guard let host, !isHost(host) else { return }
        let named = URL(string: host)?.host() ?? ""
        let example = isHost(named) ? named : "example.com"
        throw ValidationError("--host takes a host such as \(example), not \(WebAddress.printable(host)).")
    }

    /// The normalized form of a host with its port: in lower case, in ASCII and without the default port of https.
    static func name(_ host: String) -> String {
        LinkText.hostName(host)
    }

    /// The host that serves a folder: the named one, or the folder's name if that is a host.
    static func host(ofDirectory path: String, named host: String?) throws -> String {
        if let host { return ASCIIHost.name(host) }
        guard LocalPath.exists(path) else { throw InputError("there is no folder \(path)") }
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard isHost(name) else {
            throw InputError(
                "\(path): say with \(Terminal.option("--host")) which host serves this folder, such as \(Terminal.option("--host")) example.com"
            )
        }
        return ASCIIHost.name(name)
    }
}
