import Testing

/// One after the other, because what observers are told is global.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct ObservabilityTests {}

struct Fault: Error, Equatable {}
