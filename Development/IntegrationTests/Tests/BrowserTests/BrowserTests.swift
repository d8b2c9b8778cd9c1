import Testing

/// The suite of all tests with a browser, which run one after another: two browsers at a time are too slow on two cores.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct BrowserTests {}
