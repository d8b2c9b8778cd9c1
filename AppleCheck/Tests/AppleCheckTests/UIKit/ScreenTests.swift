#if canImport(UIKit)
import Testing

/// Tests that share a screen and an application, one at a time.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ScreenTests {}
#endif
