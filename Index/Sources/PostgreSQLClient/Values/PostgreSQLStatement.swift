/// One statement and its parameters: `$1` in the text is the first of them.
package struct PostgreSQLStatement: Hashable, Sendable {
    /// The text of the statement.
    ///
    /// A literal, so that no value can become a part of it.
    package let text: String
    package let parameters: [PostgreSQLValue]
    /// Whether sending the statement twice does the same as sending it once.
    ///
    /// Such a statement is sent again if the connection broke before its answer came.
    package let isRepeatable: Bool

    package init(_ text: StaticString, _ parameters: [PostgreSQLValue] = [], isRepeatable: Bool) {
        self.text = text.description
        self.parameters = parameters
        self.isRepeatable = isRepeatable
    }
}
