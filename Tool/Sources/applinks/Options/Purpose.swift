import ArgumentParser

/// What a site's files are asked about: the values of `--for`.
enum Purpose: String, ExpressibleByArgument, CaseIterable {
    /// Which apps open a link.
    case links
    /// In which apps passwords and passkeys are offered.
    case signIn = "sign-in"
}

/// The options that say what a site's files are asked about.
struct PurposeOptions: ParsableArguments {
    @Option(name: .customLong("for"), help: "What is asked: which apps open links, or where people sign in.")
    var purpose: Purpose = .links

    @Option(
        help: ArgumentHelp(
            "With --for sign-in: the relying party identifier of the passkeys, if it is not the host.",
            valueName: "host"
        )
    )
    var rpId: String?

    /// The question which apps open links.
    static var links: PurposeOptions {
        var options = PurposeOptions()
        options.purpose = .links
        options.rpId = nil
        return options
    }

    func validate() throws {
        guard let rpId else { return }
        guard purpose == .signIn else { throw ValidationError("--rp-id goes with --for sign-in.") }
        guard HostName.isHost(rpId), rpId.contains(".") || rpId == "localhost" else {
            throw ValidationError("--rp-id takes a host such as example.com, not \(WebAddress.printable(rpId)).")
        }
    }
}
