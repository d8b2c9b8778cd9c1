import BoltsPageFetching
internal import Foundation

/// What is opened for a link, and what is passed over: every decision that needs no opener.
package struct NavigationPlan {
    /// A URL that is ready to be handed to the opener, or why it never will be.
    package enum Attempt {
        case ready(OpenableURL, sent: AppLinkData?)
        case passed(AppLinkNavigationStep.Outcome, String)
    }

    package let link: AppLink
    package let options: AppLinkNavigationOptions
    package let targets: [AppLinkTarget]
    private let codec: AppLinkDataCodec
    private let appData: (data: AppLinkData, value: String)
    private let webData: (data: AppLinkData, value: String)?

    /// Prepares a plan.
    ///
    /// - Throws: ``AppLinkDataError`` where the data cannot be written; nothing may be opened then.
    package init(link: AppLink, data: AppLinkData, options: AppLinkNavigationOptions) throws(AppLinkDataError) {
        self.link = link
        self.options = options
        targets = link.targets(for: options.device)
        codec = AppLinkDataCodec(limits: options.limits)
        appData = (data, try codec.encodedValue(of: data))
        switch options.webData {
        case .none: webData = nil
        case .all: webData = appData
        case .withoutExtras:
            var openToAll = data
            openToAll.extras = [:]
            webData = (openToAll, try codec.encodedValue(of: openToAll))
        }
    }

    /// The text of a target's URL: its own, or the page's for an Android app that is named by its package alone.
    package func urlText(of target: AppLinkTarget) -> String? {
        if let text = target.urlText, !text.isEmpty { return text }
        guard target.platform == .android, target.package != nil else { return nil }
        return link.sourceURL.absoluteString
    }

    package func attempt(_ target: AppLinkTarget) -> Attempt {
        guard let text = urlText(of: target) else { return .passed(.noURL, "the target has no URL") }
        return attempt(text, with: appData) { scheme in
            options.schemePolicy.allows(scheme)
                ? nil
                : "the scheme \(scheme.name.quoted()) is never opened for a link, or the policy denies it"
        }
    }

    /// The web fallback's attempts in order; none where the page wants no fallback and the options heed that.
    package var webTexts: [String] {
        guard link.web.shouldFallback || options.withoutFallback == .web else { return [] }
        return link.webCandidates
    }

    package func attemptWeb(_ text: String) -> Attempt {
        attempt(text, with: webData) { scheme in
            options.schemePolicy.allowsWebFallback(scheme)
                ? nil : "the web fallback may only be http or https, not \(scheme.name.quoted())"
        }
    }

    /// The stores' pages of the apps that the link names for this device, in order.
    package var stores: [(target: AppLinkTarget, urlText: String)] {
        targets.compactMap { target in Self.storeURLText(of: target).map { (target, $0) } }
    }

    package func attemptStore(_ text: String) -> Attempt {
        attempt(text, with: nil) { options.schemePolicy.allowsWebFallback($0) ? nil : "the policy denies https" }
    }

    private func attempt(
        _ text: String,
        with data: (data: AppLinkData, value: String)?,
        denying denial: (URLScheme) -> String?
    ) -> Attempt {
        do {
            // The page's own text is judged, and then what was made of it.
            let bare = try OpenableURL(text)
            if let reason = denial(bare.scheme) { return .passed(.schemeDenied, reason) }
            guard let data else { return .ready(bare, sent: nil) }
            return .ready(try OpenableURL(codec.insert(data.value, into: bare.text)), sent: data.data)
        } catch {
            return .passed(.invalidURL, error.description)
        }
    }

    /// Made of nothing but an id whose form is checked, so that a page cannot choose where it leads.
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
