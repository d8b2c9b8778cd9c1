import ArgumentParser
import Foundation

/// The purpose of a check: the values of `--for`.
enum Purpose: String, ExpressibleByArgument, CaseIterable, Sendable {
    case links
    case signIn = "sign-in"

    /// Whether a run with this purpose may report a rule; some rules are only for one of the purposes.
    func reports(_ rule: String) -> Bool {
        switch self {
        case .links: !rule.hasPrefix("signin-") && !rule.hasPrefix("change-password-")
        case .signIn: !Self.onlyLinks.contains { rule.hasPrefix($0) }
        }
    }

    /// The prefixes of the ids of rules that are only about links.
    private static let onlyLinks = [
        "al-", "banner-", "twitter-", "alternate-", "intent-", "manifest-", "device-", "cross-page-", "cross-link-",
        "link-no-app", "link-no-match", "link-excluded", "link-not-listed", "link-page-", "link-site-", "link-must-",
    ]
}

struct PurposeOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "What is asked: which apps open links, or where people sign in. By default links, and sign-in for an app that names "
                + "the host only for that.",
            valueName: "for"
        )
    )
    var asked: Purpose?

    var purpose: Purpose { asked ?? .links }

    @Option(
        help: ArgumentHelp(
            "With --for sign-in: the relying party identifier of the passkeys, if it is not the host.",
            valueName: "host"
        )
    )
    var rpId: String?

    static var links: PurposeOptions {
        var options = PurposeOptions()
        options.asked = .links
        options.rpId = nil
        return options
    }

    func validate() throws {
        guard let rpId else { return }
        guard purpose == .signIn else { throw ValidationError("--rp-id goes with --for sign-in.") }
        guard HostName.isHost(rpId), rpId.contains(".") || rpId == "localhost" else {
            // A URL, or a host with a port, has the host in it.
            let named = URL(string: rpId.contains("://") ? rpId : "https://\(rpId)")?.host() ?? ""
            let example = HostName.isHost(named) && named.contains(".") ? named : "example.com"
            throw ValidationError("--rp-id takes a host such as \(example), not \(WebAddress.printable(rpId)).")
        }
    }
}
