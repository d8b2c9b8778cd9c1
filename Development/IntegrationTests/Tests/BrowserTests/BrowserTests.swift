import Testing

/// Every test with a browser, one after another: two browsers at a time are more than two cores bear in time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct BrowserTests {}
