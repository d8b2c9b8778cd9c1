import PostgreSQLClient
import Testing

struct ConfigurationTests {
    @Test func showsHostsAndDatabaseAndNeitherUserNorPassword() throws {
        let configuration = try PostgreSQLConfiguration(
            url: "postgresql://ada:geheim@a.example:5432,b.example:5433/index?target_session_attrs=read-write"
        )
        #expect(configuration.summary == "a.example:5432,b.example:5433/index")
        var dumped = ""
        dump(configuration, to: &dumped)
        #expect(!"\(configuration) \(dumped)".contains("geheim"))
    }

    @Test(arguments: [
        "postgresql://ada:geheim@a.example:port/index", "postgresql://ada:geheim@[::1/index", "geheim",
        "postgresql://ada:geheim@a.example/index?unknown=1", "postgresql://ada:geheim@a,b/index?port=1,2,3",
        "postgresql://ada:geheim@a/index?target_session_attrs=prefer-standby", "postgresql://a/\u{0}geheim",
        "host=a password='geheim", "postgresql://ada:a?geheim=x@a.example/index?sslmod=1",
    ])
    func refusesWhatIsNoURLWithoutRepeatingIt(_ url: String) {
        let error = #expect(throws: PostgreSQLError.self) { try PostgreSQLConfiguration(url: url) }
        #expect(error?.code == .invalidURL)
        #expect(error.map { !"\($0)".contains("geheim") } == true)
    }

    @Test func namesAParameterThatLibpqDoesNotHave() {
        let error = #expect(throws: PostgreSQLError.self) {
            try PostgreSQLConfiguration(url: "postgresql://a/b?ssl=true&sslmode=require&sslmod=verify-full")
        }
        #expect(error?.message == "the URL of the database cannot be read: libpq has no parameter sslmod")
    }

    @Test func takesTheTimeLimitOfTheURL() throws {
        #expect(try PostgreSQLConfiguration(url: "postgresql://a/b?connect_timeout=7").connectTimeout == .seconds(7))
        #expect(try PostgreSQLConfiguration(url: "postgresql://a/b").connectTimeout == .seconds(3))
    }
}
