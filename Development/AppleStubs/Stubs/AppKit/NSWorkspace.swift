@_exported public import Foundation

// Each declaration has the signature of Apple's declaration, and is used.

open class NSWorkspace: NSObject {
    // Tests of the workspace run one at a time.
    private nonisolated(unsafe) static let theOne = NSWorkspace()
    open class var shared: NSWorkspace { theOne }

    @discardableResult
    open func open(_ url: URL) -> Bool {
        opened.append(url)
        return urlForApplication(toOpen: url) != nil
    }

    open func urlForApplication(toOpen url: URL) -> URL? {
        schemesThatOpen.contains(url.scheme ?? "") ? URL(fileURLWithPath: "/Applications/Some.app") : nil
    }

    // Tests set and read these declarations.
    public var schemesThatOpen: Set<String> = []
    public var opened: [URL] = []
}
