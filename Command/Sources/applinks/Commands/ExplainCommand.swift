@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show what each device may do with a link, and which rule decides.",
        discussion: """
            Reads the page and the association files of its host, and lists for each kind of device the routes that the \
            link may take: universal link, Android App Link, Windows app, App Links tag, Smart App Banner, alternate, \
            browser. Each route names the rule that decides and its place in the file. A route is 'eligible' under conditions \
            that only the device knows, such as whether the app is installed.

            A link may be written without https://, and a host alone means its first page.

            --for sign-in lists for each kind of device the apps that offer the passwords and passkeys of the URL's host. If \
            the passkeys belong to another host, name it with --rp-id: its webauthn file says whether the page may use them.

            EXAMPLES
              applinks explain https://example.com/recipes/42
              applinks explain https://example.com/ --for sign-in
              applinks explain https://example.com/recipes/42 --device iphone --trace
              applinks explain https://example.com/recipes/42 --offline public/
              applinks explain https://a.example/1 --origin http://[::1]:80 --allow-private

            EXIT STATUS
              0   explained, also when no app is eligible
              2   neither the page nor a file of its host could be read
              64  the command line was wrong
            """
    )

    enum Format: String, OutputFormat {
        case text, json, html
    }

    @Argument(help: ArgumentHelp("The link that a user taps.", valueName: "url"))
    var url: String

    @OptionGroup(title: "What is asked")
    var purpose: PurposeOptions

    @Option(help: "Show only this kind of device. May be repeated.")
    var device: [LinkDevice] = []

    @Flag(help: "Show why each earlier rule of Apple's file does not match.")
    var trace = false

    @OptionGroup
    var form: FormatOptions<Format>

    @Option(help: ArgumentHelp("Read the site from this folder instead of from the web.", valueName: "folder"))
    var offline: String?

    @OptionGroup(title: "Reading apps")
    var apps: AppOptions

    @OptionGroup(title: "Finding a site's files")
    var site: SiteOptions

    @OptionGroup(title: "Reading pages")
    var pages: PageOptions

    private var reading: PageOptions {
        pages.allowingPrivate(ofHostsIn: [url, site.host, site.origin, purpose.rpId])
    }

    /// The link, or `nil` if the argument is not one.
    private var link: URL? {
        guard url.contains("://") else { return WebAddress.url(url) }
        guard let link = WebAddress.url(withScheme: url), let scheme = LinkScheme.leading(url), scheme.isWeb,
            link.host()?.isEmpty == false
        else { return nil }
        return link
    }

    func validate() throws {
        try WebAddress.refuseUserInfo(of: [url])
        for path in [offline] + apps.app + apps.deviceReport { try RepositoryFence.check(path) }
        guard link != nil else {
            // A caller in this process must not learn which files exist.
            let isFile = Terminal.captured == nil && LocalPath.exists(url)
            let check = ShellWord.command("applinks", "check", url)
            let advice = isFile ? " \(check) checks a file; --offline FOLDER reads a site's folder." : ""
            throw ValidationError("explain takes an http or https URL with a host, or a host, not \(url).\(advice)")
        }
        if let problem = apps.fingerprintProblem { throw ValidationError("\(problem).") }
        if let link, offline == nil { try site.checkHeaders(of: .url(link), purpose) }
        if purpose.purpose == .signIn, trace || !apps.isEmpty || !apps.deviceReport.isEmpty {
            throw ValidationError(
                "explain --for sign-in asks the site's files only, without --trace, an app or a device: "
                    + "\(ShellWord.command("applinks", "check", url)) --for sign-in --app PATH judges an app."
            )
        }
    }

    func run() async throws {
        guard let link else { return }
        var report = ExplainReport(url: link, subject: purpose.purpose == .signIn ? .signIn : .links)
        let isRead: Bool
        do {
            isRead = try await purpose.purpose == .signIn ? explainSignIn(&report) : explain(&report)
        } catch {
            // Programs get the reason in the output too.
            report.failures = ["\(error)"]
            if form.chosen != .text { try show(report) }
            Terminal.complain("\(error)")
            throw ExitCode(2)
        }
        try show(report)
        for failure in report.failures { Terminal.complain(failure) }
        if !isRead { throw ExitCode(2) }
    }

    /// Fills in which routes the link may take; returns whether the page or a file of its host was read.
    private func explain(_ report: inout ExplainReport) async throws -> Bool {
        let link = report.url
        let content = try apps.content()
        let evidence =
            if let offline { try await LinkEvidence(link, directory: offline, site, reading) } else {
                try await LinkEvidence(
                    link,
                    argument: link.absoluteString,
                    site,
                    reading,
                    fetcher: reading.fetcher
                )
            }
        if let failure = evidence.site.proxyFailure { throw failure }
        let domains = offline == nil ? content.claims.domainsDeciding(for: evidence.site.host) : []
        let verdict = evidence.verdict(
            on: link,
            claims: content.claims,
            others: try await site.sites(of: Array(domains.prefix(8)), reading, reading.fetcher),
            devices: device.isEmpty ? LinkDevice.allCases : device
        )
        (report.devices, report.answers) = (verdict.devices, verdict.answers)
        (report.site, report.paths) = (evidence.site, evidence.paths)
        report.receivers = content.receivers.filter { !$0.routes.isEmpty }
        report.failures = evidence.failures + content.notes
        if trace {
            let ids =
                content.claims.android.compactMap(\.package)
                + content.claims.apple.compactMap { $0.identifier ?? $0.bundleIdentifier }
            let (steps, isTruncated) = self.steps(link, evidence.site, ids.isEmpty ? nil : ids)
            report.trace = steps
            if isTruncated {
                report.failures.append(
                    "the trace ends after \(Self.maximumSteps) steps; --app-id ID traces one app"
                )
            }
        }
        return !evidence.isEmpty
    }

    /// Fills in which apps offer the passwords and passkeys of the link's host; returns whether a server responded.
    private func explainSignIn(_ report: inout ExplainReport) async throws -> Bool {
        let evidence = try await SignInEvidence(
            of: site.host(of: report.url),
            at: site.host == nil ? report.url : nil,
            purpose,
            directory: offline,
            site,
            reading,
            fetcher: reading.fetcher
        )
        if let failure = evidence.site.proxyFailure { throw failure }
        let signIn = evidence.signIn(devices: device.isEmpty ? LinkDevice.allCases : device)
        (report.devices, report.answers) = (signIn.devices, signIn.answers)
        (report.site, report.paths) = (evidence.site, evidence.paths)
        report.directions = signIn.directions
        return !evidence.isUnanswered
    }

    private func show(_ report: ExplainReport) throws {
        switch form.chosen {
        case .text: Terminal.print(report.lines)
        case .json: Terminal.print(json: try report.document.json())
        case .html: Terminal.print(html: report.page)
        }
    }

    /// The maximum number of steps to print, for all apps together: a file with a hundred apps and five thousand rules has half
    /// a million.
    private static let maximumSteps = 1_000

    /// Returns why rules do not match, for each app, and whether there are more than printed.
    private func steps(_ link: URL, _ site: SiteAssociations, _ shown: [String]?) -> (
        steps: [ExplainReport.Step], isTruncated: Bool
    ) {
        guard let file = site.appSiteAssociation else { return ([], false) }
        var steps: [ExplainReport.Step] = []
        for name in shown ?? Array(file.apps.prefix(50)) {
            let trace = file.decision(for: link, app: name, tracing: true).trace
            let room = Self.maximumSteps - steps.count
            steps += trace.prefix(room).map { step in
                ExplainReport.Step(
                    app: name,
                    rule: step.rule.summary,
                    mismatch: step.mismatch.explanation,
                    line: step.rule.place.position.line,
                    column: step.rule.place.position.column,
                    pointer: step.rule.place.pointer
                )
            }
            if trace.count > room { return (steps, true) }
        }
        return (steps, false)
    }
}
