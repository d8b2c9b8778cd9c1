public import BoltsPageFetching

extension PageError.Code {
    /// There is no file at the path.
    public static let fileNotFound = PageError.Code("fileNotFound")
    /// The path is that of a directory, a device or a pipe.
    public static let notAFile = PageError.Code("notAFile")
    /// The file exists and cannot be read.
    public static let fileNotReadable = PageError.Code("fileNotReadable")
    /// The page is empty or has only white space.
    public static let emptyPage = PageError.Code("emptyPage")
    /// The content is not text, but for example an image, an archive or a program.
    public static let notText = PageError.Code("notText")
}
