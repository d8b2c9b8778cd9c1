import Foundation
import Testing

@testable import BoltsAppLinks

/// Tests the kind of this device, as far as that is possible without other devices.
@Suite struct AppLinkDeviceTests {
    @Test(
        .tags(.l2),
        arguments: [
            ("iPad13,1", nil, false, true), ("iPhone15,2", nil, false, false), ("arm64", "iPad8,1", false, true),
            ("arm64", "iPhone12,1", false, false), ("arm64", nil, true, true), ("", nil, false, false),
        ] as [(String, String?, Bool, Bool)]
    )
    func iPadsAreRecognizedByModelAndInTheSimulator(machine: String, simulated: String?, isOnMac: Bool, isPad: Bool) {
        var environment: [String: String] = [:]
        environment["SIMULATOR_MODEL_IDENTIFIER"] = simulated
        #expect(AppLinkDevice.isPad(machine: machine, environment: environment, isOnMac: isOnMac) == isPad)
    }

    @Test(.tags(.l2)) func modelMatchesTheSystem() {
        #if arch(x86_64)
        #expect(AppLinkDevice.machineName == "x86_64")
        #else
        #expect(!AppLinkDevice.machineName.isEmpty)
        #endif
    }
}
