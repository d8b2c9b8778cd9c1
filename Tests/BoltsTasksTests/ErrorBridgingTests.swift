import BoltsFoundation
import BoltsTasks
import Foundation
import Testing

struct ErrorBridgingTests {
    @Test(.tags(.t7)) func severalFailuresAreOneNSError() throws {
        let tasks = [
            BoltsTask<Int>(error: NSError(domain: "BoltsTests", code: 35)),
            BoltsTask(result: 1),
            BoltsTask(error: NSError(domain: "BoltsTests", code: 36)),
        ]
        let error = try #require(BoltsTask.whenAll(tasks).error) as NSError
        #expect(error.domain == "bolts")
        #expect(error.code == 80_175_001)
        let errors = try #require(error.userInfo["errors"] as? [NSError])
        #expect(errors.map(\.code) == [35, 36])
        #expect(errors.map(\.domain) == ["BoltsTests", "BoltsTests"])
        #expect(error.localizedDescription.hasPrefix("2 tasks failed: [0]"))
    }

    @Test(.tags(.t7)) func theErrorConstantsAreThoseOfBolts() {
        #expect(AggregateError.errorDomain == "bolts")
        #expect(AggregateError.multipleErrorsCode == 80_175_001)
        #expect(AggregateError.errorsKey == "errors")
    }

    @Test(.tags(.t7)) func oneFailureIsThatErrorItself() throws {
        let own = NSError(domain: "BoltsTests", code: 35, userInfo: ["key": "value"])
        let error =
            try #require(BoltsTask.whenAll([BoltsTask<Int>(error: own), BoltsTask(result: 1)]).error) as NSError
        #expect(error === own)
    }
}
