import BoltsTasks
import OldSDK
import Testing

// This module is on the main actor by default, like an app's module. The functions are those of the article "Wrap a callback".

func authorization(from sdk: OldSDK) -> BoltsTask<Bool> {
    let source = TaskCompletionSource<Bool>()
    sdk.requestAuthorization { @Sendable ok, error in
        if let error { source.set(error: error) } else { source.set(result: ok) }
    }
    return source.task
}

/// The same without `@Sendable`: it compiles without a warning, and the closure belongs to the main actor.
func authorizationThatStopsTheProgram(from sdk: OldSDK) -> BoltsTask<Bool> {
    let source = TaskCompletionSource<Bool>()
    sdk.requestAuthorization { ok, error in
        if let error { source.set(error: error) } else { source.set(result: ok) }
    }
    return source.task
}

@Suite(.timeLimit(.minutes(20))) struct WrappedCallbackTests {
    @Test func aSendableClosureMayBeCalledOnAnyThread() async throws {
        #expect(try await authorization(from: OldSDK()).value)
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    /// If this fails, Swift no longer stops the program, and the article says too much.
    @Test func aClosureOfTheMainActorStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = try? await authorizationThatStopsTheProgram(from: OldSDK()).value
        }
    }
    #endif
}
