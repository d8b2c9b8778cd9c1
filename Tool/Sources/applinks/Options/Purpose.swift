import ArgumentParser

/// What a site's files are asked about: the values of `--for`.
enum Purpose: String, ExpressibleByArgument, CaseIterable {
    /// Which apps open a link.
    case links
    /// In which apps passwords and passkeys are offered.
    case signIn = "sign-in"
}
