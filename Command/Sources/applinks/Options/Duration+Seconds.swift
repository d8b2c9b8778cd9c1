extension Duration {
    /// The duration in seconds, as in options and JSON.
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
