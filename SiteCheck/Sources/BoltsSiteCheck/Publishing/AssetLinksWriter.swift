@_spi(Bolts) import BoltsAssociations

struct AssetLinksWriter {
    /// A statement: one app, its certificates, and its dynamic rules.
    struct Statement {
        var index: Int
        var app: SiteDescription.AndroidApp
        var rules: DescribedRules

        /// Whether dynamic rules are written: only if the app wants them and not every link opens.
        var hasDynamicRules: Bool { app.writesDynamicRules && !rules.opensEverything }
    }

    let statements: [Statement]

    init(_ description: SiteDescription) {
        statements = description.apps.enumerated().compactMap { index, app in
            app.android.map { android in
                let rules = DescribedRules(description, app: app, on: .android)
                return Statement(index: index, app: android, rules: rules)
            }
        }
    }

    /// The file, or `nil` if no app is on Android.
    var bytes: [UInt8]? {
        statements.isEmpty ? nil : FormattedJSON.array(statements.map(Self.json)).bytes
    }

    private static func json(_ statement: Statement) -> FormattedJSON {
        let app = statement.app
        var members: [(name: String, value: FormattedJSON)] = []
        let remarks = remarks(statement)
        if !remarks.isEmpty { members.append(("comment", .string(remarks.joined(separator: " ")))) }
        let relations = [relation] + (app.offersSignIn ? [AssetRelation.getLoginCredentials.description] : [])
        members.append(("relation", .array(relations.map { .string($0) })))
        members.append(
            (
                "target",
                .object([
                    ("namespace", .string("android_app")),
                    ("package_name", .string(app.package)),
                    ("sha256_cert_fingerprints", .array(app.fingerprints.map { .string($0) })),
                ])
            )
        )
        if statement.hasDynamicRules {
            let rules = FormattedJSON.object([("dynamic_app_link_components", .array(dynamicRules(statement.rules)))])
            members.append(("relation_extensions", .object([(relation, rules)])))
        }
        return .object(members)
    }

    private static let relation = AssetRelation.handleAllURLs.description

    private static let olderRemark =
        "\(AssociationRule.assetlinksDynamicOlder.id): Android 14 and older do not read the rules that exclude."
    private static let fingerprintRemark =
        "\(AssociationRule.assetlinksSingleFingerprint.id): the certificate must be that of Play App Signing."
    static let allRemarks = [olderRemark, fingerprintRemark]

    /// Returns remarks that name the notes about which publishing has already warned, so that the check does not repeat them.
    private static func remarks(_ statement: Statement) -> [String] {
        var remarks: [String] = []
        if statement.hasDynamicRules, !statement.rules.exclusions.isEmpty {
            remarks.append(olderRemark)
        }
        if statement.app.isInPlayStore, statement.app.fingerprints.count == 1 {
            remarks.append(fingerprintRemark)
        }
        return remarks
    }

    /// Returns the dynamic rules, without those that an earlier one covers.
    private static func dynamicRules(_ rules: DescribedRules) -> [FormattedJSON] {
        var all = rules.rules.flatMap { rule in
            rule.path.literalPatterns.map { FormattedJSON.object(rule.members(path: $0)) }
        }
        if leaksByDoubledSlashes(all, rules) { all = doubledSlashes(rules) + all }
        // Unreachable rules change nothing, and the check would report them.
        guard let parsed = parsed(all) else { return all }
        let unreachable = DynamicRulesCheck.unreachable(in: parsed, CoverBudget())
        return all.indices.filter { !unreachable.contains($0) }.map { all[$0] }
    }

    private static func parsed(_ rules: [FormattedJSON]) -> DynamicRules? {
        let document = try? JSONDocument(FormattedJSON.array(rules).bytes, maximumBytes: .max)
        return document.flatMap { try? DynamicRules($0.root) }
    }

    /// Whether doubling a slash lets a link evade an exclusion, because Android does not read two slashes as one.
    private static func leaksByDoubledSlashes(_ written: [FormattedJSON], _ rules: DescribedRules) -> Bool {
        guard !rules.exclusions.isEmpty, let parsed = parsed(written) else { return false }
        let read = AndroidLinkRules(parsed)
        let readings = [read.published, read.documented]
        let excess = AgreementCheck.excess(readings, over: rules.linkRules, occurrences: 1)
        guard case .example(let link) = excess else { return false }
        return link.prefix { $0 != "?" && $0 != "#" }.contains("//")
    }

    /// Returns rules that exclude links with two slashes wherever an excluded path has one.
    private static func doubledSlashes(_ rules: DescribedRules) -> [FormattedJSON] {
        var prefixes: [String] = []
        for exclusion in rules.exclusions {
            let base = exclusion.path.base
            for slash in base.indices where base[slash] == "/" {
                let prefix = String(base[..<slash])
                if !prefixes.contains(prefix) { prefixes.append(prefix) }
            }
        }
        return prefixes.map { .object([("/", .string($0 + "//*")), ("exclude", .bool(true))]) }
    }

    /// Returns the JSON pointer of the app that an element of the file was written from, or an empty one.
    func origin(of pointer: String) -> String {
        guard let step = pointer.split(separator: "/").first, let index = Int(step), statements.indices.contains(index)
        else { return "" }
        return "/apps/\(statements[index].index)/android"
    }
}
