import BoltsTasks
import Crossing
import Testing

struct CrossingTests {
    struct SDKError: Error {}

    @Test func aTaskOfTheSDKBecomesATaskOfThisPackage() {
        let name = sdkUser(named: "Ann").boltsTask().result??.name
        #expect(name == "Ann")
        #expect(sdkFailure(SDKError()).boltsTask().error is SDKError)
    }

    @Test func theAliasedModuleHasEverything() {
        #expect(titleLength(of: BoltsTask(result: "Bolts")).result == 5)
    }
}
