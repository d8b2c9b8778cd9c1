import HTTPTypes
import NIOCore
import ServerTestClient
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20))) struct TrustedProxyTests {
    private static let networks = ["10.0.0.0/8", "2001:db8::/32", "127.0.0.1"]

    private func client(_ peer: String, _ values: [String]) throws -> String {
        let proxies = try #require(TrustedProxies(Self.networks))
        var fields = HTTPFields()
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        fields[values: name] = values
        return proxies.client(of: try SocketAddress(ipAddress: peer, port: 1), fields)
    }

    @Test(arguments: [
        // The last address that is not trusted counts, whatever precedes it.
        ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["1.1.1.1, 203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["1.1.1.1, 203.0.113.7, 10.0.0.9"], "203.0.113.7"),
        ("10.0.0.1", ["1.1.1.1", "203.0.113.7"], "203.0.113.7"),
        ("10.0.0.1", ["10.0.0.7"], "10.0.0.7"), ("127.0.0.1", [" 203.0.113.7:8080 "], "203.0.113.7"),
        ("2001:db8::5", ["2400:1:2:3::9"], "2400000100020003"),
        ("10.0.0.1", ["[2400:1:2:3::9]:80"], "2400000100020003"),
        ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["::ffff:203.0.113.7"], "203.0.113.7"),
        // The field of an untrusted sender is ignored.
        ("203.0.113.7", ["1.1.1.1"], "203.0.113.7"), ("127.0.0.2", ["1.1.1.1"], "127.0.0.2"),
        // An unreadable value counts as the address of the proxy that sent it.
        ("10.0.0.1", [], "10.0.0.1"), ("10.0.0.1", [""], "10.0.0.1"), ("10.0.0.1", ["unknown"], "10.0.0.1"),
        ("10.0.0.1", ["1.1.1.1, x"], "10.0.0.1"), ("10.0.0.1", ["1.1.1.1, "], "10.0.0.1"),
        ("10.0.0.1", ["1.1.1.1, 10.0.0.2, 999.1.1.1"], "10.0.0.1"), ("10.0.0.1", ["x, 10.0.0.2"], "10.0.0.2"),
        ("10.0.0.1", ["fe80::1%eth0"], "10.0.0.1"), ("10.0.0.1", ["[::1"], "10.0.0.1"),
    ])
    func theClientIsTheLastHopThatIsNotTrusted(_ peer: String, _ values: [String], _ name: String) throws {
        #expect(try client(peer, values) == name)
    }

    @Test func aLongFieldIsReadFromItsEndAndNoFurtherThanItsLimits() throws {
        let long = Array(repeating: "1.1.1.1", count: 100_000) + ["203.0.113.7"]
        #expect(try client("10.0.0.1", [long.joined(separator: ",")]) == "203.0.113.7")
        let chain = ["1.1.1.1"] + Array(repeating: "10.0.0.2", count: TrustedProxies.hopLimit)
        #expect(try client("10.0.0.1", [chain.joined(separator: ",")]) == "10.0.0.2")
        let noComma = String(repeating: "1", count: 100_000)
        #expect(try client("10.0.0.1", [noComma]) == "10.0.0.1")
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "::/129", "a", "10.0.0", "10.0.0.0/8/8", "[::1]"])
    func aNetworkThatCannotBeReadIsRefused(_ network: String) {
        #expect(TrustedProxies([network]) == nil)
    }

    @Test(arguments: [
        ("0.0.0.0/0", "9.9.9.9", true), ("0.0.0.0/0", "::1", false), ("::/0", "9.9.9.9", true),
        ("10.1.2.3/32", "10.1.2.3", true), ("10.1.2.3/31", "10.1.2.2", true), ("10.1.2.3/31", "10.1.2.4", false),
        ("2001:db8:8000::/33", "2001:db8::1", false), ("2001:db8::/64", "2001:db8::ffff:1", true),
        ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1", "::1", true),
    ])
    func aNetworkHasTheAddressesThatBeginAsItsOwn(_ network: String, _ address: String, _ isIn: Bool) throws {
        let number = try #require(IPNumber(address))
        let range = try #require(IPNetwork(network))
        #expect(range.contains(number) == isIn)
    }

    @Test func clientsBehindATrustedProxyHaveLimitsOfTheirOwnAndOthersCannotPretend() async throws {
        for isTrusted in [true, false] {
            var options = IndexServerOptions()
            options.requestsPerMinute = 2
            options.proxies = try #require(TrustedProxies([isTrusted ? "127.0.0.1" : "10.0.0.1"]))
            try await ServerFixture.sockets(options) { (_: ServerFixture, client: ServerTestClient) async throws in
                let name = try #require(HTTPField.Name("X-Forwarded-For"))
                var statuses: [Int] = []
                for address in ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2", "203.0.113.2"] {
                    let response = try await client.get(ServerFixture.links, [name: address])
                    statuses.append(response.status.code)
                }
                #expect(statuses == (isTrusted ? [200, 200, 429, 200, 200] : [200, 200, 429, 429, 429]))
            }
        }
    }
}
