extension Duration {
    /// The duration in seconds, as options take it and JSON has it.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
