internal import BoltsBase
import BoltsPageFetching
internal import BoltsTasks

/// Follows a plan with an opener, and records each step.
struct NavigationRun {
    /// How many targets are tried; the rest are counted only.
    private static let maximumTargets = 32

    let plan: NavigationPlan
    let opener: any URLOpening
    let isPreview: Bool
    let token: CancellationToken
    /// Why the plan opens the URL itself instead of its link.
    let linkError: (any Error)?

    private var steps: [AppLinkNavigationStep] = []
    private var untried = 0
    private var openerError: String?
    private var opened: (type: AppLinkNavigationType, url: OpenableURL, data: AppLinkData?)?

    init(
        plan: NavigationPlan,
        opener: any URLOpening,
        isPreview: Bool,
        token: CancellationToken,
        linkError: (any Error)? = nil
    ) {
        self.plan = plan
        self.opener = opener
        self.isPreview = isPreview
        self.token = token
        self.linkError = linkError
    }

    /// Follows the plan and posts its event.
    func start(_ events: MeasurementEventCenter?) -> BoltsTask<AppLinkNavigationResult> {
        BoltsTask(cancellationToken: token) {
            var run = self
            let result = try await run.run()
            try token.throwIfCancellationRequested()
            if let event = result.event { events?.post(event) }
            return result
        }
    }

    /// Follows the plan to the end, or throws `CancellationError`.
    mutating func run() async throws -> AppLinkNavigationResult {
        try await tryTargets()
        if opened == nil, plan.hasWebPage { try await tryWeb() }
        if opened == nil, plan.hasWebPage, !plan.link.web.shouldFallback, plan.options.withoutFallback == .store {
            try await tryStores()
        }
        return AppLinkNavigationResult(
            type: opened?.type ?? .failure,
            openedURL: opened?.url,
            sentData: opened?.data,
            steps: steps,
            untriedTargetCount: untried,
            linkError: linkError,
            openerError: opened == nil ? openerError : nil,
            isPreview: isPreview,
            event: isPreview
                ? nil
                : .outgoing(
                    link: plan.link,
                    type: opened?.type ?? .failure,
                    outputURLText: opened?.url.text,
                    error: opened == nil ? openerError ?? linkError.map { String(describing: $0).sanitized() } : nil
                )
        )
    }

    private mutating func tryTargets() async throws {
        var attempts = 0
        for (index, target) in plan.targets.enumerated() {
            guard attempts < Self.maximumTargets else {
                untried = plan.targets.count - index
                return
            }
            if case .ready = try await take(.target(target), plan.urlText(of: target), plan.attempt(target)) {
                attempts += 1
            }
            if opened != nil { return }
        }
    }

    private mutating func tryWeb() async throws {
        let texts = plan.webTexts
        if texts.isEmpty {
            steps.append(
                AppLinkNavigationStep(
                    .web,
                    urlText: plan.link.web.urlText,
                    .noFallback,
                    "the page rules out a web fallback"
                )
            )
        }
        for text in texts {
            // If the browser did not open the first valid URL, the next one is not tried.
            if case .ready = try await take(.web, text, plan.attemptWeb(text)) { return }
        }
    }

    private mutating func tryStores() async throws {
        let stores = plan.stores
        guard let store = stores.first else {
            steps.append(
                AppLinkNavigationStep(
                    .web,
                    urlText: nil,
                    .noStore,
                    "no target states the app's id in a store of this device"
                )
            )
            return
        }
        _ = try await take(.store(store.target), store.urlText, plan.attemptStore(store.urlText))
    }

    /// Takes one step: passes a ready URL to the opener, and records the outcome.
    private mutating func take(
        _ candidate: AppLinkNavigationStep.Candidate,
        _ text: String?,
        _ attempt: NavigationPlan.Attempt
    ) async throws -> NavigationPlan.Attempt {
        try token.throwIfCancellationRequested()
        func note(_ outcome: AppLinkNavigationStep.Outcome, _ explanation: String) {
            steps.append(AppLinkNavigationStep(candidate, urlText: text, outcome, explanation))
        }
        switch attempt {
        case .passed(let outcome, let explanation):
            note(outcome, explanation)
        case .ready(let url, let data):
            do {
                if try await hand(url, to: candidate) {
                    note(.opened, Self.success(candidate, isPreview: isPreview))
                    opened = (candidate.type, url, data)
                } else {
                    note(.notOpenable, Self.refusal(candidate, url, isPreview: isPreview))
                }
            } catch {
                // An opener that gave up by itself opened nothing; the caller did not cancel.
                try token.throwIfCancellationRequested()
                openerError = error is CancellationError ? "the opener gave up" : String(describing: error).sanitized()
                note(.openerFailed, openerError ?? "")
            }
        }
        return attempt
    }

    private func hand(_ url: OpenableURL, to candidate: AppLinkNavigationStep.Candidate) async throws -> Bool {
        switch (candidate, isPreview) {
        case (.target(let target), false):
            try await opener.openInApp(url, target: target, cancellationToken: token).value
        case (.target(let target), true):
            try await opener.canOpenInApp(url, target: target, cancellationToken: token).value
        case (_, false): try await opener.open(url, cancellationToken: token).value
        case (_, true): try await opener.canOpen(url, cancellationToken: token).value
        }
    }

    private static func success(_ candidate: AppLinkNavigationStep.Candidate, isPreview: Bool) -> String {
        // Whether the app shows the link cannot be observed.
        switch candidate {
        case .target: isPreview ? "an app would open it" : "an app opened it"
        case .web: isPreview ? "the browser would open it" : "the browser opened it"
        case .store: isPreview ? "the store page would open" : "the store page was opened"
        }
    }

    private static func refusal(
        _ candidate: AppLinkNavigationStep.Candidate,
        _ url: OpenableURL,
        isPreview: Bool
    ) -> String {
        switch candidate {
        case .target where url.scheme.isWeb && isPreview:
            "a web URL: only opening it shows whether an app handles it"
        case .target where isPreview:
            "no app here is known to open \(url.scheme.name.quoted()): iOS also says so if Info.plist does not list the scheme"
        case .target where url.scheme.isWeb: "a web URL, and no app here is known to handle it"
        case .target: "no app here opens \(url.scheme.name.quoted())"
        case .web, .store: "nothing here opens \(url.scheme)"
        }
    }
}

extension AppLinkNavigationStep.Candidate {
    fileprivate var type: AppLinkNavigationType {
        if case .target = self { .app } else { .browser }
    }
}
