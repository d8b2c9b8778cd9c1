import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Links without a scheme, such as `example.com/recipes/42`, as browsers accept and show them.
enum WebAddress {
    /// Returns the https URL of a text that begins with a host, optionally with a port, path, query or fragment; `nil` if the
    /// text begins with a scheme, or its first part is no host or looks like a file name.
    static func url(_ text: String) -> URL? {
        LinkText.url(text)
    }

    /// Returns the https URL of an argument that may also be the path of a file or a folder; `nil` if it is no URL, or a path into
    /// an existing folder.
    static func urlAndNoPath(_ text: String) -> URL? {
        if let slash = text.firstIndex(of: "/"),
            LocalPath.isFolder(String(text[..<slash]))
        {
            return nil
        }
        return url(text)
    }

    /// The host in an argument, and the one with or without `www` that is compared with it; none if it contains no host, or is
    /// the path of an existing file or folder.
    static func privateHosts(of argument: String) -> [String] {
        guard argument.contains("://") || !LocalPath.exists(argument) else { return [] }
        let text = argument.hasPrefix("apple:") ? String(argument.dropFirst(6)) : argument
        guard let host = (text.contains("://") ? url(withScheme: text) : url(text))?.asciiHost else { return [] }
        return [host, host.hasPrefix("www.") ? String(host.dropFirst(4)) : "www.\(host)"]
    }

    /// The addition to the error about a host that was named without a scheme: a file or a folder may have been meant.
    static func otherReading(of text: String) -> String {
        text.contains("://") || text == "-" ? "" : "; there is no file or folder of that name either"
    }

    /// Why a host gave no response, and what may have been meant.
    static func failure(_ reason: String, of text: String) -> String {
        let other = otherReading(of: text)
        return (other.isEmpty || !reason.hasSuffix(".") ? reason : String(reason.dropLast())) + other
    }

    /// The URL of a text with a scheme, as ``LinkText`` reads it.
    static func url(withScheme text: String) -> URL? {
        LinkText.url(withScheme: text)
    }

    /// Returns the normalized form of a host with its port: in lower case and without https's default port.
    ///
    /// The result is `nil` if the text is not a host or ends like a file name.
    static func host(_ text: String) -> String? {
        LinkText.host(text)
    }

    static let userInfoRefusal =
        "an input names a user or a password in front of its host, which no report may show: remove it, and name the variable that has both "
        + "with --basic-auth-env"

    /// Refuses arguments that contain a user or a password, without repeating them.
    static func refuseUserInfo(of arguments: [String]) throws {
        guard !arguments.contains(where: hasUserInfo) else {
            throw ValidationError(userInfoRefusal.prefix(1).uppercased() + userInfoRefusal.dropFirst() + ".")
        }
    }

    /// Refuses a value of `--origin` that is not the URL of a server, or that contains a user or a password.
    static func check(origin text: String?) throws {
        guard let text else { return }
        let isURL = LinkScheme.leading(text)?.isWeb == true && URL(string: text)?.host()?.isEmpty == false
        guard isURL, !hasUserInfo(text) else {
            throw ValidationError("--origin takes a URL such as http://127.0.0.1:8080, not \(printable(text)).")
        }
    }

    /// An invalid argument in the form for an error.
    static func printable(_ text: String) -> String { hasUserInfo(text) ? "one with a user or a password" : text }

    /// Whether a text is a URL, with or without a scheme, that contains a user or a password in front of its host.
    static func hasUserInfo(_ text: String) -> Bool {
        let start = text.firstRange(of: "://")?.upperBound
        let authority = text[(start ?? text.startIndex)...].prefix { !"/?#\\".contains($0) }
        guard let sign = authority.lastIndex(of: "@") else { return false }
        if start != nil { return true }
        // Other addresses are not secret. A text without a scheme may be a file, such as icon@2x.png.
        guard !["mailto:", "xmpp:", "sip:", "sips:"].contains(where: text.lowercased().hasPrefix) else { return false }
        let host = String(authority[authority.index(after: sign)...])
        return HostName.isHost(host) && !LocalPath.exists(text)
    }
}

extension URL {
    /// The host in the form of requests and files, or `nil` if there is none.
    var asciiHost: String? {
        let host = ASCIIHost.of(self)
        return host.isEmpty ? nil : host
    }

    /// The host in lower case, with the port unless that is the scheme's default; empty without a host.
    var hostWithPort: String {
        let own = scheme?.lowercased() == "http" ? 80 : 443
        return (asciiHost ?? "") + (port.flatMap { $0 == own ? nil : ":\($0)" } ?? "")
    }
}
