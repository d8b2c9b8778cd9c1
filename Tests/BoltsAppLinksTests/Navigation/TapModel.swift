import BoltsAppLinks
import BoltsPageFetching
import Foundation

/// A model of a tap on a link, independent of the library: all inputs that decide its end, and the end by the rules.
struct TapModel: CustomStringConvertible {
    /// A text of a page, and the URL that must be read from it.
    struct Text {
        /// The text as the page has it.
        let written: String?
        /// The URL that is opened, or `nil` if the text is no URL that may be opened.
        let read: String?

        static let none = Text(written: nil, read: nil)

        var scheme: String? { read.flatMap { $0.split(separator: ":").first.map { $0.lowercased() } } }
        var isWeb: Bool { scheme == "http" || scheme == "https" }

        init(written: String?, read: String?) {
            self.written = written
            self.read = read
        }

        /// A URL that is read as it is written.
        init(_ text: String) { self.init(written: text, read: text) }
    }

    /// The tags of a page for an app.
    struct Target {
        let platform: AppLinkPlatform?
        let text: Text
        let appStoreID: String?
        let package: String?
    }

    /// The answer of the resolver.
    enum Answer: Equatable {
        case link
        case error
        /// The resolver cancels without a request.
        case givesUp
        /// There is no answer in time, and the link comes when nobody waits for it any longer.
        case silence
    }

    /// The answer of the opener to a call.
    enum Opening: CaseIterable {
        case opened
        case refused
        case failed
        /// The opener cancels without a request.
        case givesUp
    }

    /// The time at which the caller cancels.
    enum Cancellation: Equatable {
        case never
        case before
        case whileResolving
        /// During this call of the opener, counted from 0.
        case whileOpening(Int)
    }

    /// One call of the opener.
    struct Call: Equatable {
        let isInApp: Bool
        /// The URL without data.
        let text: String
        /// Whether the URL has data, and whether the data has the extras.
        let hasData: Bool
        let hasExtras: Bool
    }

    /// How a tap ends.
    enum End: Equatable {
        case opened(AppLinkNavigationType, text: String)
        /// Nothing opened, and the result says why.
        case failure
        case thrown(Failure)
    }

    /// The error of a tap that has no result.
    enum Failure {
        case page
        case time
        case data
        case cancellation
    }

    var tapped = Text("https://example.com/a")
    var targets: [Target] = []
    var webText = Text.none
    var shouldFallbackText: String?
    var answer = Answer.link
    var isUnwritable = false
    var options = AppLinkNavigationOptions(device: .iphone)
    /// The answers of the opener, call by call.
    var openings: [Opening] = []
    var cancellation = Cancellation.never

    // MARK: - Expected events

    private(set) var calls: [Call] = []
    private var isCancelled = false

    var description: String {
        """
        tapped \(tapped.written ?? ""), targets \(targets), web \(webText), fallback \(shouldFallbackText ?? "-"), \(answer), \
        unwritable \(isUnwritable), \(options), openings \(openings), cancellation \(cancellation)
        """
    }

    /// Returns the end of the tap, and records the calls of the opener.
    mutating func end() -> End {
        if cancellation == .before || cancellation == .whileResolving { return .thrown(.cancellation) }
        if let failure { return options.withoutLink == .fail ? .thrown(failure) : followURL() }
        guard isUnwritable else { return followLink() }
        if options.withoutLink == .openURL {
            if shouldFallback || options.withoutFallback == .web { return followURL() }
            if options.withoutFallback == .store { return followStore() }
        }
        return .thrown(.data)
    }

    /// The reason why there is no link.
    private var failure: Failure? {
        switch answer {
        case .link: nil
        case .error: .page
        case .givesUp: .cancellation
        case .silence: .time
        }
    }

    private var shouldFallback: Bool { !["no", "false", "0"].contains(shouldFallbackText ?? "yes") }

    /// The URL itself: a web URL in the browser, any other in its app.
    private mutating func followURL() -> End {
        guard allows(tapped), let text = tapped.read else { return .failure }
        let opened = call(isInApp: !tapped.isWeb, text, data: .none)
        return ended(opened)
    }

    private mutating func followLink() -> End {
        for target in orderedTargets {
            var text = target.text
            if (text.written ?? "").isEmpty, target.platform == .android, target.package != nil { text = tapped }
            guard let read = text.read, allows(text) else { continue }
            if let opened = call(isInApp: true, read, data: .all) { return ended(opened) }
            if isCancelled { return .thrown(.cancellation) }
        }
        if shouldFallback || options.withoutFallback == .web {
            // Only the first URL that a browser can open is tried.
            let texts = (webText.written ?? "").isEmpty ? [tapped] : [webText, tapped]
            guard let web = texts.first(where: { $0.isWeb && allows($0) }), let read = web.read else { return .failure }
            let opened = call(isInApp: false, read, data: options.webData)
            return ended(opened)
        }
        return options.withoutFallback == .store ? followStore() : .failure
    }

    private mutating func followStore() -> End {
        let pages = orderedTargets.compactMap { target -> String? in
            target.platform == .android
                ? target.package.map { "https://play.google.com/store/apps/details?id=\($0)" }
                : target.appStoreID.map { "https://apps.apple.com/app/id\($0)" }
        }
        guard let page = pages.first, allows(Text(page)) else { return .failure }
        let opened = call(isInApp: false, page, data: .none)
        return ended(opened)
    }

    private func ended(_ opened: (AppLinkNavigationType, String)?) -> End {
        if isCancelled { return .thrown(.cancellation) }
        return opened.map { .opened($0.0, text: $0.1) } ?? .failure
    }

    private mutating func call(
        isInApp: Bool,
        _ text: String,
        data: AppLinkNavigationOptions.WebData
    ) -> (AppLinkNavigationType, String)? {
        let number = calls.count
        calls.append(Call(isInApp: isInApp, text: text, hasData: data != .none, hasExtras: data == .all))
        if cancellation == .whileOpening(number) {
            isCancelled = true
            return nil
        }
        return openings[number] == .opened ? (isInApp ? .app : .browser, text) : nil
    }

    /// Targets for every platform, then those of the device from the narrowest platform to the widest.
    private var orderedTargets: [Target] {
        let platforms: [AppLinkPlatform?] = options.device == .android ? [nil, .android] : [nil, .iphone, .ios]
        return platforms.flatMap { platform in targets.filter { $0.platform == platform } }
    }

    private func allows(_ text: Text) -> Bool {
        guard let scheme = text.scheme, scheme != "javascript" else { return false }
        if options.schemePolicy.allowed.map({ !$0.contains { $0.name == scheme } }) ?? false { return false }
        return !options.schemePolicy.denied.contains { $0.name == scheme }
    }
}
