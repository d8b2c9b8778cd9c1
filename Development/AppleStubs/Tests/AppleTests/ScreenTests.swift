import Testing

/// The suite of tests that share a screen, an application or a desktop, and run one at a time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ScreenTests {}
