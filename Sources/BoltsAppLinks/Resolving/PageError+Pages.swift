@_spi(Bolts) public import BoltsPageFetching

extension PageError.Code {
    /// The page is empty or has only white space.
    public static let emptyPage = PageError.Code("emptyPage")
    /// The content is not text, but for example an image, an archive or a program.
    public static let notText = PageError.Code("notText")
}
