import BoltsAppLinks
import Foundation

extension AppLink {
    /// The URL that following the link would open on the web; `nil` for none.
    ///
    /// It is never a URL that navigation refuses, such as `javascript:`. For a page in a file it is the file's path, unless the
    /// page's URL on the web was given.
    var followedWebURLText: String? {
        if let webURL { return webURL.absoluteString }
        return sourceURL.isFileURL && web.shouldFallback ? sourceURL.absoluteString : nil
    }
}
