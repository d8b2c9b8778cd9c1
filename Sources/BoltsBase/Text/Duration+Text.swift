extension Duration {
    /// The duration in seconds, such as `5 s` or `0.3 s`.
    public var plainSeconds: String {
        let (seconds, attoseconds) = magnitude
        let sign = self <= .milliseconds(-100) ? "-" : ""
        let tenths = attoseconds / 100_000_000_000_000_000
        return sign + (tenths == 0 ? "\(seconds) s" : "\(seconds).\(tenths) s")
    }

    /// The duration as short text, rounded towards zero: `350 ms`, `2.1 s`, `3 min 5 s`, `2 h 10 min`, `-2.1 s`.
    public var short: String {
        let (seconds, attoseconds) = magnitude
        let sign = self <= .milliseconds(-1) ? "-" : ""
        if seconds < 1 { return "\(sign)\(attoseconds / 1_000_000_000_000_000) ms" }
        if seconds < 60 { return "\(sign)\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
        if seconds < 3_600 { return "\(sign)\(seconds / 60) min \(seconds % 60) s" }
        return "\(sign)\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }

    /// The parts without their sign.
    private var magnitude: (seconds: UInt64, attoseconds: UInt64) {
        (components.seconds.magnitude, components.attoseconds.magnitude)
    }
}
