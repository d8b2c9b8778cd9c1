@_spi(Bolts) public import BoltsPageFetching

extension PageError.Code {
    /// No browser is installed, or its driver is missing.
    public static let browserMissing = PageError.Code("browserMissing")
    /// The page made its browser exceed the limit of memory or disk space.
    public static let browserLimitExceeded = PageError.Code("browserLimitExceeded")
}
