import Testing

/// Tests that share a screen, an application or a desktop, one at a time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ScreenTests {}
