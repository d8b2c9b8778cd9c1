@_exported public import Foundation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

// Each declaration has the signature of Apple's declaration, and is used. Declarations that only tests set or read are marked.

@MainActor open class WKWebsiteDataStore: NSObject {
    public let isPersistent: Bool
    private init(isPersistent: Bool) { self.isPersistent = isPersistent }
    open class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(isPersistent: false) }
    static let persistent = WKWebsiteDataStore(isPersistent: true)
}

@MainActor open class WKPreferences: NSObject {
    public enum InactiveSchedulingPolicy: Int, Sendable {
        case suspend = 0
        case none = 2
    }

    open var javaScriptCanOpenWindowsAutomatically = true
    open var inactiveSchedulingPolicy: InactiveSchedulingPolicy = .suspend
}

@MainActor open class WKContentRuleList: NSObject {
    open var identifier: String! { name }

    // Tests read these declarations.
    public let rules: String
    private let name: String
    init(name: String, rules: String) {
        self.name = name
        self.rules = rules
    }
}

@MainActor open class WKContentRuleListStore: NSObject {
    private static let theOne = WKContentRuleListStore(played: true)
    init(played: Bool) { super.init() }
    open class func `default`() -> Self! { theOne as? Self }

    open func compileContentRuleList(
        forIdentifier identifier: String!,
        encodedContentRuleList: String!
    ) async throws -> WKContentRuleList? {
        if let error = Self.compileError { throw error }
        return WKContentRuleList(name: identifier, rules: encodedContentRuleList)
    }

    // Tests set these declarations.
    public static var compileError: (any Error)?
}

public enum WKUserScriptInjectionTime: Int, Sendable {
    case atDocumentStart = 0
}

@MainActor open class WKUserScript: NSObject {
    public init(
        source: String,
        injectionTime: WKUserScriptInjectionTime,
        forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {
        self.source = source
        self.injectionTime = injectionTime
        self.isForMainFrameOnly = forMainFrameOnly
        world = contentWorld
        super.init()
    }

    public let source: String
    public let injectionTime: WKUserScriptInjectionTime
    public let isForMainFrameOnly: Bool

    // Tests read these declarations.
    public let world: WKContentWorld
}

@MainActor open class WKUserContentController: NSObject {
    open func add(_ contentRuleList: WKContentRuleList) { ruleLists.append(contentRuleList) }
    open func addUserScript(_ userScript: WKUserScript) { userScripts.append(userScript) }
    open private(set) var userScripts: [WKUserScript] = []

    // Tests read these declarations.
    public private(set) var ruleLists: [WKContentRuleList] = []
}

public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var all: WKAudiovisualMediaTypes { WKAudiovisualMediaTypes(rawValue: .max) }
}

@MainActor open class WKWebViewConfiguration: NSObject {
    open var websiteDataStore: WKWebsiteDataStore = .persistent
    open var suppressesIncrementalRendering = false
    open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []
    open var preferences = WKPreferences()
    open var userContentController = WKUserContentController()
}

@MainActor open class WKFrameInfo: NSObject {
    open var isMainFrame: Bool { main }

    // Tests set these declarations.
    private let main: Bool
    public init(main: Bool) { self.main = main }
}

@MainActor open class WKNavigation: NSObject {}

@MainActor open class WKNavigationAction: NSObject {
    open var request: URLRequest { given }
    open var targetFrame: WKFrameInfo? { frame }

    // Tests set these declarations.
    private let given: URLRequest
    private let frame: WKFrameInfo?
    public init(given: URLRequest, frame: WKFrameInfo?) {
        self.given = given
        self.frame = frame
    }
}

@MainActor open class WKNavigationResponse: NSObject {
    open var response: URLResponse { given }
    open var isForMainFrame: Bool { main }

    // Tests set these declarations.
    private let given: URLResponse
    private let main: Bool
    public init(given: URLResponse, main: Bool) {
        self.given = given
        self.main = main
    }
}

public enum WKNavigationActionPolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
}

public enum WKNavigationResponsePolicy: Int, Sendable {
    case cancel = 0
    case allow = 1
}

@MainActor open class WKContentWorld: NSObject {
    open class var page: WKContentWorld { pageWorld }
    open class var defaultClient: WKContentWorld { client }

    // Tests read these declarations.
    public let name: String
    private static let client = WKContentWorld(name: "client")
    private static let pageWorld = WKContentWorld(name: "page")
    private init(name: String) { self.name = name }
}

/// Every function of Apple's protocol is optional.
///
/// Here all are required, so that a misspelled function is an error instead of never being called.
@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(_ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction) async
        -> WKNavigationActionPolicy
    func webView(_ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse) async
        -> WKNavigationResponsePolicy
    func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
    func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
    func webView(
        _ webView: WKWebView,
        didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: any Error
    )
    func webViewWebContentProcessDidTerminate(_ webView: WKWebView)
}

@MainActor open class WKWebView: NSObject {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.given = configuration
        super.init()
        Self.onMake?(self)
    }

    open var configuration: WKWebViewConfiguration { given }
    open weak var navigationDelegate: (any WKNavigationDelegate)?

    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        requests.append(request)
        onLoad?(request)
        return WKNavigation()
    }

    open func stopLoading() { stops += 1 }

    open func callAsyncJavaScript(
        _ functionBody: String,
        arguments: [String: Any] = [:],
        in frame: WKFrameInfo? = nil,
        contentWorld: WKContentWorld
    ) async throws -> Any? {
        scripts.append((functionBody, contentWorld.name))
        return try await answer?()
    }

    // Tests set and read these declarations.
    private let given: WKWebViewConfiguration
    public static var onMake: ((WKWebView) -> Void)?
    public var onLoad: ((URLRequest) -> Void)?
    public var answer: (() async throws -> String)?
    public private(set) var requests: [URLRequest] = []
    public private(set) var stops = 0
    public private(set) var scripts: [(body: String, world: String)] = []
}
