extension Duration {
    /// This duration, but at most a hundred years.
    ///
    /// Swift's clocks count nanoseconds in 64 bits, and longer durations crash the program.
    var forTimer: Duration { min(self, .seconds(100 * 365 * 24 * 60 * 60)) }
}
