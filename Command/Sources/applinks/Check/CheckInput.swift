import BoltsAppLinks
import Foundation

enum CheckInput: Sendable, Equatable {
    /// A page on the web, and the association files of its host.
    case url(URL)
    /// A link with an app's own scheme.
    case scheme(URL)
    /// The association files of a host.
    case host(String)
    /// One association file or page on this machine.
    case file(String)
    /// One association file or page on standard input.
    case standardInput
    /// A site's folder on this machine, in the form that is served.
    case directory(String)

    /// Reads an argument: `-` for standard input, a URL, a path that exists, a host, or a URL without its scheme.
    init(_ argument: String) throws {
        if argument == "-" {
            self = .standardInput
            return
        }
        if let scheme = LinkScheme.leading(argument), argument.contains("://") {
            guard scheme.isWeb else {
                guard SchemePolicy.standard.allows(scheme), let url = URL(string: argument) else {
                    throw InputError(
                        "\(argument): only http and https URLs and links with an app's own scheme are checked"
                    )
                }
                self = .scheme(url)
                return
            }
            guard let url = WebAddress.url(withScheme: argument), url.host()?.isEmpty == false else {
                throw InputError("\(argument) is not a URL with a host; percent-encode its special characters")
            }
            self = .url(url)
            return
        }
        if LocalPath.exists(argument) {
            self = LocalPath.isFolder(argument) ? .directory(argument) : .file(argument)
            return
        }
        if let host = Self.host(ofEntitlement: argument) {
            throw InputError(
                "\(argument) is a line of an entitlement; its file is on \(host): "
                    + "\(ShellWord.command("applinks", "check", host)) checks it"
            )
        }
        if let host = WebAddress.host(argument) {
            self = .host(host)
            return
        }
        if let url = WebAddress.urlAndNoPath(argument) {
            self = .url(url)
            return
        }
        guard !LocalPath.isHidden(argument) else {
            throw InputError("\(argument) cannot be read; check the permissions of its folder")
        }
        guard !LocalPath.isMisspelled(argument) else {
            throw InputError("\(argument) cannot be read, because its name is not UTF-8; rename it")
        }
        let marks = CharacterSet(charactersIn: "\"'`“”‘’„«»<>()[] ")
        let bare = argument.trimmingCharacters(in: marks)
        guard bare == argument || !bare.contains("://") else {
            throw InputError("\(argument) is not a URL: leave out the marks around \(bare)")
        }
        guard !argument.contains("/"), !HostName.isHost(argument) else {
            throw InputError("there is no file or folder at \(argument); write https:// in front of a URL")
        }
        throw InputError("\(argument) is neither a URL, nor a host such as example.com, nor a file or folder here")
    }

    /// The scheme, host and port of a URL or a host, or `nil` for local inputs; the scheme's default port is omitted.
    var origin: String? {
        switch self {
        case .url(let url): "\(url.scheme ?? "")://\(url.hostWithPort)".lowercased()
        case .host(let host): "https://\(host)".lowercased()
        case .scheme, .file, .standardInput, .directory: nil
        }
    }

    /// The host of a line such as `applinks:*.example.com?mode=developer`, or `nil` for another line.
    private static func host(ofEntitlement text: String) -> String? {
        let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
        let parts = text.split(separator: ":", maxSplits: 1)
        let isLine = parts.count == 2 && services.contains(String(parts[0]))
        var host = isLine ? parts[1] : Substring(text)
        let isWildcard = host.hasPrefix("*.")
        guard isLine || isWildcard else { return nil }
        if isWildcard { host = host.dropFirst(2) }
        host = host.prefix { $0 != "?" && $0 != "/" }
        return HostName.isHost(String(host)) ? String(host) : nil
    }
}
