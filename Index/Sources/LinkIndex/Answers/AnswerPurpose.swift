/// What an answer is asked for.
///
/// ```swift
/// func askBoth(_ index: AppLinkIndex, _ url: URL) async -> LinkAnswer { await index.answer(for: url, purposes: [.links, .signIn]) }
/// ```
package enum AnswerPurpose: String, Sendable, CaseIterable {
    /// Which apps open the URL.
    case links
    /// In which apps the passwords and passkeys of the URL's host are offered.
    case signIn = "sign-in"
}
