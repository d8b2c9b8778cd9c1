import FetchingStubs
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests to which addresses of a host a connection is allowed.
@Suite(.tags(.l7)) struct AdmissionTests {
    private func admit(
        _ addresses: [String],
        port: Int = 80,
        _ admission: Admission = Admission(policy: .publicOnly)
    ) throws -> Result<[String], Admission.Refusal> {
        try admission.admit(
            addresses.map { try #require(HostAddress($0)) },
            of: .name("example.com"),
            port: port
        )
        .map { $0.map(\.description) }
    }

    private func reason(_ result: Result<[String], Admission.Refusal>) -> Admission.Refusal.Reason? {
        guard case .failure(let refusal) = result else { return nil }
        return refusal.reason
    }

    @Test(.tags(.th30)) func addressesAreJudgedBeforeThePort() throws {
        #expect(reason(try admit([])) == .noAddress)
        #expect(reason(try admit(["8.8.8.8"], port: 8_080)) == .port)
        // Whichever comes first, the private address decides.
        for addresses in [["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"]] {
            #expect(reason(try admit(addresses, port: 8_080)) == .address)
            #expect(reason(try admit(addresses)) == .address)
        }
    }

    @Test func ipv4ComesFirstAndFourAddressesAreTried() throws {
        let found = ["2606:4700::1", "1.1.1.1", "2606:4700::2", "1.0.0.1", "2606:4700::3"]
        #expect(try admit(found).get() == ["1.1.1.1", "1.0.0.1", "2606:4700::1", "2606:4700::2"])
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1"])
    func closedPortsAreClosedUnderAnyPolicy(_ address: String) throws {
        let admission = Admission(policy: .any, closedPorts: [4_444])
        #expect(reason(try admit([address], port: 4_444, admission)) == .address)
        #expect(reason(try admit([address], port: 4_445, admission)) == nil)
        #expect(reason(try admit(["192.168.0.1"], port: 4_444, admission)) == nil)
    }

    @Test func metadataServicesAreRefusedByName() {
        let admission = Admission(policy: .publicOnly)
        #expect(admission.refusal(of: .name("metadata.google.internal"))?.reason == .address)
        #expect(admission.refusal(of: .name("example.com")) == nil)
        #expect(Admission(policy: .any).refusal(of: .name("metadata.google.internal")) == nil)
    }

    @Test func refusedAddressesReadLikeMissingHosts() throws {
        let refused = try #require(Result { try admit(["10.0.0.1"]).get() }.failure)
        let missing = try #require(Result { try admit([]).get() }.failure)
        let errors = [refused, missing].map { PageError.refused("example.com", $0) }
        #expect(Set(errors.map(\.description)).count == 1)
        #expect(errors.allSatisfy { $0.code == .notReachableOrNotAllowed })
        #expect(Set(errors.map(\.detail)).count == 2)
    }

    @Test(
        .tags(.th25),
        arguments: [("intra.example", true), ("::1", true), ("other.example", false), ("127.0.0.1", false)]
    )
    func onlyOpenHostsMayBePrivate(_ text: String, _ isOpen: Bool) throws {
        let admission = Admission(policy: .publicOnly.opening(hosts: ["Intra.Example.", "[::1]", "no host"]))
        let host = try #require(HTTPHost(text))
        let addresses = [try #require(HostAddress("127.0.0.1"))]
        switch admission.admit(addresses, of: host, port: 8_080) {
        case .success(let admitted): #expect(isOpen && admitted == addresses)
        case .failure: #expect(!isOpen)
        }
        let target = try HTTPTarget(try #require(URL(string: "http://\(host.text):8080/")))
        if case .name = host { #expect((admission.refusal(ofUnresolved: target) == nil) == isOpen) }
        #expect(try AddressPolicy.publicOnly.opening(hosts: []).allows(#require(HostAddress("127.0.0.1"))) == false)
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: Admission.Refusal? {
        guard case .failure(let error) = self else { return nil }
        return error as? Admission.Refusal
    }
}
