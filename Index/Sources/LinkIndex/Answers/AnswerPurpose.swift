/// The purpose of an answer.
///
/// ```swift
/// func askBoth(_ index: AppLinkIndex, _ url: URL) async -> LinkAnswer { await index.answer(for: url, purposes: [.links, .signIn]) }
/// ```
package enum AnswerPurpose: String, Sendable, CaseIterable {
    /// Which apps open the URL.
    case links
    /// Which apps offer the passwords and passkeys of the URL's host.
    case signIn = "sign-in"
}
