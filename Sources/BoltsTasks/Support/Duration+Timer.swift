extension Duration {
    /// This duration, or a hundred years if that is less.
    ///
    /// Swift's clocks count nanoseconds in 64 bits, and longer durations crash the program.
    var forTimer: Duration { min(self, .seconds(100 * 365 * 24 * 60 * 60)) }
}
