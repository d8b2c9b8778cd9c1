import PostgreSQLClient

func statement(
    _ text: StaticString,
    _ parameters: [PostgreSQLValue] = [],
    isRepeatable: Bool = true
) -> PostgreSQLStatement {
    PostgreSQLStatement(text, parameters, isRepeatable: isRepeatable)
}
