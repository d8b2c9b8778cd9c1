import Testing

/// Serialized, because observers are global.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ObservabilityTests {}

struct Fault: Error, Equatable {}
