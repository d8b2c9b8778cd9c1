import PostgreSQLClient

func statement(
    _ text: StaticString,
    _ parameters: [PostgreSQLValue] = [],
    isRepeatable: Bool = true
) -> PostgreSQLStatement {
    PostgreSQLStatement(text, parameters, isRepeatable: isRepeatable)
}

/// A configuration with limits that a busy machine does not reach.
func patient(_ url: String, connections: Int = 4) throws -> PostgreSQLConfiguration {
    var configuration = try PostgreSQLConfiguration(url: url)
    configuration.connectionLimit = connections
    configuration.connectTimeout = .seconds(600)
    configuration.waitTimeout = .seconds(600)
    configuration.statementTimeout = .seconds(600)
    return configuration
}
