/// A kind of association file.
@_spi(Bolts)
public enum AssociationFileKind: Sendable, Hashable {
    /// `apple-app-site-association`.
    case apple
    /// `assetlinks.json`.
    case android
    /// `windows-app-web-link`.
    case windows
    /// A file that is only about signing in.
    case signIn(SignIn)

    /// The files that are only about signing in, by their names.
    public enum SignIn: String, Sendable {
        case webauthn
        case passkeyEndpoints = "passkey-endpoints"
        case originAssociation = "web-app-origin-association"
    }
}
