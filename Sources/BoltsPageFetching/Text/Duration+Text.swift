extension Duration {
    /// The duration in seconds as text, such as `5 s` or `0.3 s`.
    package var plainSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }
}
