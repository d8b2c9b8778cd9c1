/// The rule for an app that comes nearest to a URL that none matches, and the one change that would make it match.
///
/// Whatever it proposes was tried: the changed rule matches the URL, or the app's rules open the changed URL.
package struct NearestRule: Sendable, Hashable {
    /// The place of the rule, or of the app's entry if no rule comes near.
    package let place: JSONPlace?
    /// Why the rule does not match, as one sentence without a full stop.
    package let cause: String
    package let change: RuleChange
}
