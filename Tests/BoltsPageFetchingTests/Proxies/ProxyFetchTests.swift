#if os(Linux)
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

extension FetchingOverSockets {
    /// Tests requests through a proxy on this machine.
    @Suite(
        .tags(.l7),
        .timeLimit(.minutes(20)),
        .enabled(if: Transport.available.contains(.curl), "libcurl cannot be loaded")
    )
    struct ProxyFetchTests {
        private func fetch(
            _ url: String,
            through proxy: String,
            hosts: StubHosts = StubHosts([:]),
            authorities: String? = nil,
            into collector: PageCollector = PageCollector(),
            _ change: (inout PageFetchOptions) throws -> Void = { _ in }
        ) async throws -> FetchedPage {
            var options = PageFetchOptions()
            options.totalTimeout = .seconds(200)
            options.responseTimeout = .seconds(200)
            options.connectTimeout = .seconds(200)
            options.proxies = ProxySettings(environment: [:], proxy: proxy)
            try change(&options)
            let fetcher = try #require(CurlPageFetcher(hosts: hosts, certificateAuthorities: authorities))
            return try await fetcher.fetch(
                try #require(URL(string: url)),
                options: options,
                into: collector,
                cancellationToken: .none
            ).value
        }

        private func failure(
            _ url: String,
            through proxy: String,
            hosts: StubHosts = StubHosts([:]),
            _ change: (inout PageFetchOptions) throws -> Void = { _ in }
        ) async -> PageError? {
            await #expect(throws: PageError.self) { _ = try await fetch(url, through: proxy, hosts: hosts, change) }
        }

        @Test func aNameThatOnlyTheProxyKnowsIsReached() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let proxy = try LoopbackProxy(["site.test:80": server.port])
            let collector = PageCollector()
            _ = try await fetch("http://site.test/a", through: "http://127.0.0.1:\(proxy.port)", into: collector)
            #expect(collector.text == "page")
            #expect(proxy.heads.first?.hasPrefix("GET http://site.test/a HTTP/1.1\r\n") == true, "\(proxy.heads)")
        }

        @Test(.enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with"))
        func httpsGoesThroughATunnelThatSeesNoField() async throws {
            let certificate = try await SelfSignedCertificate(name: "site.test")
            let server = try LoopbackServer(certificate: certificate) { _, connection in
                connection.respond(body: "page")
            }
            let proxy = try LoopbackProxy(["site.test:443": server.port], credentials: "Basic dXNlcjpzM2NyM3Q=")
            let collector = PageCollector()
            let url = try #require(URL(string: "https://site.test/"))
            _ = try await fetch(
                "https://site.test/a",
                through: "http://user:s3cr3t@127.0.0.1:\(proxy.port)",
                authorities: certificate.certificate,
                into: collector
            ) { $0.originFields = try OriginHeaderFields(origin: url, [("Authorization", "Bearer t0k3n")]) }
            #expect(collector.text == "page")
            let head = try #require(proxy.heads.first)
            #expect(head.hasPrefix("CONNECT site.test:443 HTTP/1.1\r\n") && !head.contains("t0k3n"), "\(head)")
            let request = try #require(server.requests.first)
            #expect(request.values("Authorization") == ["Bearer t0k3n"])
            #expect(request.values("Proxy-Authorization").isEmpty)
        }

        @Test(
            .tags(.th28),
            arguments: [
                "http://127.0.0.1/", "https://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/",
                "http://intranet/",
                "http://printer.local/", "http://site.test:8080/", "http://private.test/", "http://2130706433/",
            ]
        )
        func whatThisMachineKnowsToBePrivateIsNotAskedOfTheProxy(_ url: String) async throws {
            let proxy = try LoopbackProxy([:])
            let hosts = StubHosts(["private.test": [["192.168.1.1"]]])
            let error = await failure(url, through: "http://127.0.0.1:\(proxy.port)", hosts: hosts)
            #expect([.notReachableOrNotAllowed, .portNotAllowed].contains(error?.code), "\(String(describing: error))")
            #expect(proxy.heads.isEmpty)
        }

        @Test(.tags(.th28)) func aRedirectToAPrivateAddressIsNotFollowed() async throws {
            let server = try LoopbackServer { _, connection in connection.redirect(to: "http://192.168.0.1/") }
            let proxy = try LoopbackProxy(["site.test:80": server.port])
            let error = await failure("http://site.test/", through: "127.0.0.1:\(proxy.port)")
            #expect(error?.code == .notReachableOrNotAllowed && proxy.heads.count == 1)
        }

        @Test func aProxyThatRefusesIsNamedWithoutItsPassword() async throws {
            let proxy = try LoopbackProxy([:], credentials: "Basic other")
            let closed = try ClosedPort()
            let place = "127.0.0.1:\(proxy.port)"
            let refused = try #require(await failure("https://site.test/", through: "http://user:s3cr3t@\(place)"))
            #expect(refused.code == .proxyFailed && refused.description.contains(place), "\(refused)")
            #expect(refused.detail?.contains("407") == true, "\(refused.detail ?? "")")
            #expect(refused.description.contains("status 407"), "\(refused)")
            // If a request needs no tunnel, the proxy answers instead of the server.
            let plain = try #require(await failure("http://site.test/", through: "http://user:s3cr3t@\(place)"))
            #expect(plain.code == .proxyFailed && plain.description.contains("status 407"), "\(plain)")
            #expect(plain.description.contains(place) && plain.hops.isEmpty, "\(plain)")
            let other = "127.0.0.1:\(closed.port)"
            let gone = try #require(await failure("https://site.test/", through: "http://user:s3cr3t@\(other)"))
            #expect(gone.code == .proxyFailed && gone.description.contains(other), "\(gone)")
            withExtendedLifetime((proxy, closed)) {}
            for error in [refused, plain, gone] {
                #expect(!"\(error) \(error.detail ?? "")".contains("s3cr3t"))
            }
        }

        @Test func aProxyThatIsSilentIsNamed() throws {
            let proxies = try #require(ProxySettings(environment: [:], proxy: "http://user:s3cr3t@proxy.test:3128"))
            let url = try #require(URL(string: "https://site.test/"))
            var options = PageFetchOptions()
            options.connectTimeout = .seconds(3)
            var machine = try FetchStateMachine(url, options: options, pinning: .all, proxies: proxies)
            _ = machine.enter()
            _ = machine.resolved(.success([]), request: 1)
            let isWanted = machine.began(request: 1)
            #expect(isWanted)
            let action = machine.failed(TransportProblem(kind: .connectTimedOut, detail: ""), request: 1)
            guard case .fail(let error as PageError) = action else {
                Issue.record("the fetch goes on")
                return
            }
            #expect(error.code == .proxyFailed)
            let place = "the proxy proxy.test:3128 made no connection to site.test within 3 s"
            #expect(error.description == "\(place): see that it runs and allows this host")
        }

        @Test func aMalformedVariableFailsTheFetchThatWouldUseIt() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            var options = PageFetchOptions.loopback
            options.proxies = ProxySettings(environment: ["https_proxy": "ftp://user:s3cr3t@x"])
            let fetcher = try #require(CurlPageFetcher())
            let url = try #require(URL(string: "https://site.test/"))
            let error = await #expect(throws: PageError.self) {
                _ = try await fetcher.fetch(url, options: options, into: PageCollector(), cancellationToken: .none)
                    .value
            }
            #expect(error?.code == .proxyFailed && error?.description.hasPrefix("https_proxy is not") == true)
            #expect(error?.description.contains("s3cr3t") == false)
            _ = try await fetcher.fetch(server.url(), options: options, into: PageCollector(), cancellationToken: .none)
                .value
        }

        @Test func aHostOfNoProxyIsAskedAtItsJudgedAddress() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let proxy = try LoopbackProxy([:])
            let hosts = StubHosts(["near.test": [["127.0.0.1"]]])
            let page = try await fetch(
                "http://near.test:\(server.port)/",
                through: "http://127.0.0.1:\(proxy.port)",
                hosts: hosts
            ) { options in
                options.addressPolicy = PageFetchOptions.loopback.addressPolicy
                options.proxies = ProxySettings(
                    environment: ["NO_PROXY": "near.test"],
                    proxy: "http://127.0.0.1:\(proxy.port)"
                )
            }
            #expect(page.hops.first?.addresses == [HostAddress("127.0.0.1")].compactMap { $0 })
            #expect(proxy.heads.isEmpty && hosts.names == ["near.test"])
        }
    }
}
#endif
