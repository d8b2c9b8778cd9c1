extension Duration {
    /// This time, or the longest that a timer is set for: a hundred years.
    ///
    /// Swift's clocks count nanoseconds in 64 bits, and stop the program when asked for more.
    var forTimer: Duration { min(self, .seconds(100 * 365 * 24 * 60 * 60)) }
}
