import Testing

/// Every test with a browser, one after another: two browsers at a time are too slow on two cores.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct BrowserTests {}
