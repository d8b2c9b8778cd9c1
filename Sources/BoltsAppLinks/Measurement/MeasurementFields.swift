/// The arguments of an event, from which those without a value are left out.
struct MeasurementFields {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }
}
