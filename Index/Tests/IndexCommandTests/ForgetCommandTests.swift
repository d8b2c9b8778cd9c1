import ArgumentParser
import Testing

@testable import applinks_index

struct ForgetCommandTests {
    @Test(arguments: ["https://demo.example/x", "HTTP://demo.example", "demo.example", "Demo.example:8443/x?y=%20#z"])
    func aURLIsTakenWhoseSchemeMayBeMissing(_ text: String) throws {
        #expect(try ForgetCommand.parse([text]).url == text)
    }

    @Test(arguments: ["", "demo", "app://demo.example/x", "https:///x", "tel:+15550100"])
    func anotherTextIsRefused(_ text: String) {
        let error = #expect(throws: (any Error).self) { try ForgetCommand.parse([text]) }
        #expect(
            error.map { ForgetCommand.message(for: $0).contains("is not an http or https URL with a host") } == true
        )
    }
}
