/// One statement and its parameters: `$1` in the text stands for the first parameter.
package struct PostgreSQLStatement: Hashable, Sendable {
    /// The text of the statement.
    ///
    /// It is a literal, so that no value can become a part of it.
    package let text: String
    package let parameters: [PostgreSQLValue]
    /// Whether sending the statement twice has the same effect as sending it once.
    ///
    /// Such a statement is sent again if the connection broke before its result arrived.
    package let isRepeatable: Bool

    package init(_ text: StaticString, _ parameters: [PostgreSQLValue] = [], isRepeatable: Bool) {
        self.text = text.description
        self.parameters = parameters
        self.isRepeatable = isRepeatable
    }
}
