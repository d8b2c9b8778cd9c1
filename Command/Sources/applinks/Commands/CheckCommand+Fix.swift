@_spi(Bolts) import AppFiles
import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension CheckCommand {
    /// Fixes the files of the inputs and, except in a dry run, writes them.
    func fix(
        _ inputs: [String],
        _ checkers: CheckersBySite,
        _ scope: FixPlan.Scope
    ) async throws -> FixPlan {
        var plan = FixPlan(fixing)
        guard fixing.isAsked else { return plan }
        do {
            let refusals = inputs.lazy.filter { !isAppFixed($0) }
                .compactMap { FixPlan.refusal(of: $0, offline: offline) }
            if let refusal = refusals.first { throw InputError(refusal) }
            for input in inputs {
                let checker = checkers.checker(of: input)
                let found = await checker.check(input)
                // Inputs that cannot be checked are reported with the results; the others are fixed.
                guard found.failure == nil || !found.sources.isEmpty else { continue }
                plan.add(
                    input,
                    sources: found.sources,
                    host: host(of: input, checker.options),
                    offline: offline,
                    scope: scope,
                    // A note that the answer holds back offers no fix.
                    without: all ? { _ in false } : FoldedFindings.held(found)
                )
                if let again = siteFixes(input, scope) {
                    let fixes = try await again.fixes(
                        over: plan.overlay,
                        allowsUnsafe: fixing.fixUnsafe,
                        &plan.budget
                    )
                    for fix in fixes { try plan.add(fix, of: input) }
                }
                if !plan.inputs.contains(input), plan.failures[input] == nil {
                    Terminal.note(["\(input): no association file that can be fixed"])
                }
            }
            guard !fixing.dryRun else { return plan }
            for file in plan.changed { try file.checkWritable() }
            for (index, file) in plan.changed.enumerated() {
                do {
                    try file.write()
                } catch {
                    // The files written before the failure are in no result, so the error states their number.
                    let before = index == 0 ? "" : "; fixed before it: \(index.counted("file"))"
                    throw InputError("\(error)\(before)")
                }
            }
        } catch {
            try fail(error, of: inputs)
        }
        return plan
    }

    /// Whether the inputs of the command line can be read a second time.
    var isReadTwice: Bool {
        list.from.map(ListOptions.isReadTwice) != false && !apps.deviceReport.contains("-") && !inputs.contains("-")
    }

    /// Whether the app's files are edited for a link on the web, whose site is asked only once.
    private func isAppFixed(_ input: String) -> Bool {
        guard case .url? = try? CheckInput(input), offline == nil, SiteMemory.current != nil else { return false }
        return !apps.app.isEmpty || !noProject && FolderProject.isProject(atPath: ".")
    }

    /// Tries edits of the files of an input and of the apps; `nil` for a site on the web without an app.
    func siteFixes(_ input: String, _ scope: FixPlan.Scope) -> SiteFixes? {
        guard isReadTwice else { return nil }
        var paths = apps.app + [offline].compactMap(\.self)
        switch try? CheckInput(input) {
        case .file(let path)?, .directory(let path)?: paths.append(path)
        case .url? where isAppFixed(input): if apps.app.isEmpty { paths.append(".") }
        case .url?, .host?: guard offline != nil else { return nil }
        case .scheme?: break
        case .standardInput?, nil: return nil
        }
        return SiteFixes(input: input, scope: scope, roots: paths.compactMap(LocalPath.resolved)) { overlay in
            try await FileOverlay.$files.withValue(overlay) {
                try await decisions(of: input).checkers.checker(of: input).check(input)
            }
        }
    }

    /// The host that serves the files of an input, or a placeholder.
    func host(of input: String, _ site: SiteOptions) -> String {
        if case .directory(let path)? = try? CheckInput(input), let host = try? site.host(ofDirectory: path) {
            return host
        }
        if case .url(let url)? = try? CheckInput(input) { return site.host(of: url) }
        return site.host ?? "example.invalid"
    }
}
