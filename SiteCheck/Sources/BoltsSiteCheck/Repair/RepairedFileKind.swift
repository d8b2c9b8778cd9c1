/// A kind of file that can be fixed.
@_spi(Bolts)
public enum RepairedFileKind: Sendable, Hashable {
    /// `apple-app-site-association`.
    case apple
    /// `assetlinks.json`.
    case android
    /// `windows-app-web-link`.
    case windows
    /// A file that is only about signing in.
    case signIn(SignIn)

    /// The files that are only about signing in.
    public enum SignIn: Sendable, Hashable {
        case webauthn, passkeyEndpoints, originAssociation
    }
}
