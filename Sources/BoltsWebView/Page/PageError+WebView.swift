@_spi(Bolts) public import BoltsPageFetching

extension PageError.Code {
    /// The page's own scripts prevented the browser from reading it.
    public static let unreadablePage = PageError.Code("unreadablePage")
    /// The browser or its driver did not start, stopped, or refused a command.
    public static let browserFailed = PageError.Code("browserFailed")
}
