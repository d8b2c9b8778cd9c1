import BoltsAppLinks
import Foundation

extension AppLink {
    /// The URL that following the link would open on the web; `nil` for none.
    ///
    /// A URL that navigation refuses, such as `javascript:`, is never it. The page in a file has its own path here until
    /// somebody says where it is on the web.
    var followedWebURLText: String? {
        if let webURL { return webURL.absoluteString }
        return sourceURL.isFileURL && web.shouldFallback ? sourceURL.absoluteString : nil
    }
}
