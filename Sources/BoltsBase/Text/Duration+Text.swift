extension Duration {
    /// The duration in seconds, such as `5 s` or `0.3 s`.
    package var plainSeconds: String {
        let (seconds, attoseconds) = components
        let tenths = attoseconds / 100_000_000_000_000_000
        return tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s"
    }

    /// The duration for people, rounded down: `350 ms`, `2.1 s`, `3 min 5 s`, `2 h 10 min`.
    public var short: String {
        let (seconds, attoseconds) = components
        if seconds < 1 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        if seconds < 60 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
}
