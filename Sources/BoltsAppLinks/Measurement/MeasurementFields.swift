/// The arguments of an event, without those that have no value.
struct MeasurementFields {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
