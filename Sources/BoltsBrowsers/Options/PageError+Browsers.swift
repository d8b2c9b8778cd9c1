public import BoltsPageFetching

extension PageError.Code {
    /// The page's own scripts kept a browser from reading it.
    public static let unreadablePage = PageError.Code("unreadablePage")
    /// No browser is installed, or its driver is missing.
    public static let browserMissing = PageError.Code("browserMissing")
    /// The browser or its driver did not start, stopped, or refused to work.
    public static let browserFailed = PageError.Code("browserFailed")
    /// The page made its browser exceed the limit of memory or disk space.
    public static let browserLimitExceeded = PageError.Code("browserLimitExceeded")
}
