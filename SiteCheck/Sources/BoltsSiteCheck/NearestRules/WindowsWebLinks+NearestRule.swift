@_spi(Bolts) import BoltsAssociations
import BoltsBase

extension WindowsWebLinks {
    /// Finds the path that is nearest to a URL that no path of an app matches, or `nil` if the file does not name the app, or
    /// matches or excludes the URL.
    func nearestRule(to url: String, packageFamilyName: String) -> NearestRule? {
        guard decision(for: url, packageFamilyName: packageFamilyName).reason == .noRule, let text = WebURLText(url)
        else { return nil }
        let spelling = URLSpelling(url)
        let path = String(decoding: text.path.isEmpty ? [UInt8(ascii: "/")] : text.path, as: UTF8.self)
        let paths = entries.filter { $0.packageFamilyName == packageFamilyName }.flatMap(\.paths)
        func takes(_ pattern: String) -> Bool {
            var budget = MatchBudget(steps: 100_000)
            let bytes = Array(path.utf8)[...]
            let compiled = WildcardPattern(simple: pattern)
            return compiled.matches(bytes.span, variables: [], budget: &budget) && !budget.isExhausted
        }
        for rule in paths.prefix(200) {
            guard let pattern = rule.node.string else { continue }
            let corrections = PathCorrections(pattern: pattern, path: path, host: spelling.host)
            if let corrected = corrections.inCaseOfPath, corrected != pattern, takes(corrected) {
                let cause = "the path differs in letter case from \(Clip.clip(pattern))"
                return NearestRule(place: rule.node.place, cause: cause, change: .writePath(corrected))
            }
            for correction in corrections.all where takes(correction.text) {
                return NearestRule(place: rule.node.place, cause: correction.cause, change: .writePath(correction.text))
            }
        }
        let written = Clip.quoted(text.path.isEmpty ? "/" : spelling.path)
        guard
            case .found(let near) = NearestPath.find(
                spelling.path,
                paths.map { LinkRule(path: LinkPattern($0.pattern, variables: [], decodes: true), opens: true) }
            ), let rule = paths[near.rule].node.string, spelling.isSamePage(near.spelling, by: [rule]),
            decision(for: spelling.with(path: near.spelling), packageFamilyName: packageFamilyName).outcome == .match
        else {
            let pattern = PrefixForm.pattern(for: spelling.path, like: paths.map { $0.node.string ?? "*" })
            return NearestRule(
                place: nil,
                cause: "no path of the file takes \(written)",
                change: .addRule(path: pattern ?? spelling.path, form: .windowsPath, instead: .init())
            )
        }
        let slip = PatternSlip(rule, path).flatMap { takes($0.fixed) ? $0 : nil }
        return NearestRule(
            place: paths[near.rule].node.place,
            cause: "no path of the file takes \(written); the nearest is \(Clip.clip(rule))",
            change: .addRule(
                path: spelling.path,
                form: .windowsPath,
                instead: RuleChange.Alternative(link: spelling.link(near.spelling), pattern: slip)
            )
        )
    }
}
