public import BoltsPageFetching

extension PageError.Code {
    /// There is no file at the path.
    public static let fileNotFound = PageError.Code("fileNotFound")
    /// The path is that of a directory, a device or a pipe.
    public static let notAFile = PageError.Code("notAFile")
    /// The file is there and cannot be read.
    public static let fileNotReadable = PageError.Code("fileNotReadable")
    /// The page has no content, or nothing but white space.
    public static let emptyPage = PageError.Code("emptyPage")
    /// The content is not text: an image, an archive, a program.
    public static let notText = PageError.Code("notText")
}
