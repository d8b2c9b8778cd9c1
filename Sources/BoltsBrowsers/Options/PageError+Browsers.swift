public import BoltsPageFetching

extension PageError.Code {
    /// The page's own scripts kept a browser from reading it.
    public static let unreadablePage = PageError.Code("unreadablePage")
    /// No browser is installed, or no driver for it.
    public static let browserMissing = PageError.Code("browserMissing")
    /// The browser or its driver did not start, stopped, or refused to work.
    public static let browserFailed = PageError.Code("browserFailed")
    /// The page took more memory or disk space than a browser may.
    public static let browserLimitExceeded = PageError.Code("browserLimitExceeded")
}
