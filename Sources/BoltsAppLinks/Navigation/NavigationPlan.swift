import BoltsBase
import BoltsPageFetching
package import Foundation

/// The URLs to open or to skip for a link: all decisions that need no opener.
package struct NavigationPlan {
    /// A URL that is ready for the opener, or the reason why it is skipped.
    package enum Attempt {
        case ready(OpenableURL, sent: AppLinkData?)
        case passed(AppLinkNavigationStep.Outcome, String)
    }

    package let link: AppLink
    package let options: AppLinkNavigationOptions
    package let targets: [AppLinkTarget]
    /// The store pages of the link's targets for this device, in order.
    package let stores: [(target: AppLinkTarget, urlText: String)]
    private let codec: AppLinkDataCodec
    /// Whether the link is only the followed URL, because the page's link could not be found.
    package let isURLAlone: Bool
    private let appData: (data: AppLinkData, value: String)?
    private let webData: (data: AppLinkData, value: String)?

    /// Creates a plan; fails if the data cannot be encoded, and nothing may be opened then.
    package init(link: AppLink, data: AppLinkData, options: AppLinkNavigationOptions) throws(AppLinkDataError) {
        self.link = link
        self.options = options
        targets = link.targets(for: options.device)
        stores = Self.stores(of: targets)
        codec = AppLinkDataCodec()
        isURLAlone = false
        let appData = (data, try codec.encodedValue(of: data))
        self.appData = appData
        switch options.webData {
        case .none: webData = nil
        case .all: webData = appData
        case .withoutExtras:
            var openToAll = data
            openToAll.extras = [:]
            webData = (openToAll, try codec.encodedValue(of: openToAll))
        }
    }

    /// Creates a plan that opens a URL unchanged, in the browser if it is a web URL, or else in its app.
    package init(url: URL, options: AppLinkNavigationOptions) {
        let isWeb = LinkScheme.leading(url.absoluteString)?.isWeb ?? false
        link = AppLink(sourceURL: url, targets: isWeb ? [] : [AppLinkTarget(url: url)], webURL: isWeb ? url : nil)
        self.options = options
        targets = link.targets
        stores = []
        codec = AppLinkDataCodec()
        isURLAlone = true
        appData = nil
        webData = nil
    }

    /// Creates a plan that tries no target: the link's data cannot be encoded, and stores need no data.
    package init(storesOf link: AppLink, options: AppLinkNavigationOptions) {
        self.link = link
        self.options = options
        targets = []
        stores = Self.stores(of: link.targets(for: options.device))
        codec = AppLinkDataCodec()
        isURLAlone = false
        appData = nil
        webData = nil
    }

    /// Whether something is tried after the targets: `false` only for an app's own URL that is opened without a page.
    package var hasWebPage: Bool { !isURLAlone || targets.isEmpty }

    /// The text of a target's URL: its own, or that of the page for an Android app that has only a package.
    package func urlText(of target: AppLinkTarget) -> String? {
        if let text = target.urlText, !text.isEmpty { return text }
        guard target.platform == .android, target.package != nil else { return nil }
        return link.sourceURL.absoluteString
    }

    package func attempt(_ target: AppLinkTarget) -> Attempt {
        guard let text = urlText(of: target) else { return .passed(.noURL, "the target has no URL") }
        return attempt(text, with: appData) { url in
            options.schemePolicy.allows(url.scheme)
                ? nil
                : "the scheme \(url.scheme.name.quoted()) is never opened for a link, or is denied by the policy"
        }
    }

    /// The texts to try as the web fallback, in order; none if the page rules it out and the options obey.
    package var webTexts: [String] {
        guard link.web.shouldFallback || options.withoutFallback == .web else { return [] }
        return link.webCandidates
    }

    package func attemptWeb(_ text: String) -> Attempt {
        attempt(text, with: webData, denying: options.schemePolicy.refusalOfWebFallback)
    }

    private static func stores(of targets: [AppLinkTarget]) -> [(target: AppLinkTarget, urlText: String)] {
        targets.compactMap { target in storeURLText(of: target).map { (target, $0) } }
    }

    package func attemptStore(_ text: String) -> Attempt {
        attempt(text, with: nil) { options.schemePolicy.allowsWebFallback($0.scheme) ? nil : "the policy denies https" }
    }

    private func attempt(
        _ text: String,
        with data: (data: AppLinkData, value: String)?,
        denying denial: (OpenableURL) -> String?
    ) -> Attempt {
        do {
            // Both the page's text and the URL with the data are checked.
            let bare = try OpenableURL(reading: text)
            if let reason = denial(bare) {
                let isUnreadable = options.schemePolicy.allowsWebFallback(bare.scheme) && bare.url == nil
                return .passed(isUnreadable ? .invalidURL : .schemeDenied, reason)
            }
            guard let data else { return .ready(bare, sent: nil) }
            return .ready(try OpenableURL(codec.insert(data.value, into: bare.text)), sent: data.data)
        } catch {
            return .passed(.invalidURL, error.description)
        }
    }

    /// The URL of a target's page in its store, built from an id of a valid form, so that a page cannot choose the URL.
    private static func storeURLText(of target: AppLinkTarget) -> String? {
        switch target.platform {
        case .android:
            guard let package = target.package, !package.isEmpty, package.utf8.count <= 255,
                package.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "._".utf8.contains($0) })
            else { return nil }
            return "https://play.google.com/store/apps/details?id=\(package)"
        case .windows, .windowsPhone, .windowsUniversal:
            return nil
        default:
            guard let id = target.appStoreID, (1...20).contains(id.utf8.count),
                id.utf8.allSatisfy(\.isASCIIDigit)
            else { return nil }
            return "https://apps.apple.com/app/id\(id)"
        }
    }
}
