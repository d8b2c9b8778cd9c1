@_spi(Bolts) import BoltsAssociations

/// The Android apps that a site names for signing in, by the relations of their statements.
struct SignInPackages {
    struct Package {
        let name: String
        /// The certificates for passwords and for passkeys, in the order of the statements.
        fileprivate(set) var passwords: [CertificateFingerprint] = []
        fileprivate(set) var passkeys: [CertificateFingerprint] = []
        /// The place of the first statement with either relation, and the included list that contains it, if any.
        let place: JSONPlace
        let source: String?

        /// Whether both relations name the same certificates.
        var agrees: Bool { Set(passwords) == Set(passkeys) }
    }

    /// The apps, in the order of the statements.
    private(set) var all: [Package] = []
    /// Why the first invalid statement with get_login_creds is ignored, or `nil` if there is none.
    let dropped: StatedPackages.Problem?

    init(_ site: SiteAssociations) {
        dropped = Self.dropped(of: site)
        var positions: [String: Int] = [:]
        for statement in site.assetStatements {
            guard case .androidApp(let name, let fingerprints) = statement.target else { continue }
            let forPasswords = statement.relations.contains(.getLoginCredentials)
            let forPasskeys = statement.relations.contains(.handleAllURLs)
            guard forPasswords || forPasskeys else { continue }
            let position = positions[name] ?? all.count
            if position == all.count {
                guard all.count < DeviceRoutes.maximumApps else { continue }
                positions[name] = position
                all.append(Package(name: name, place: statement.node.place, source: statement.source))
            }
            if forPasswords { all[position].passwords += fingerprints }
            if forPasskeys { all[position].passkeys += fingerprints }
        }
    }

    private static func dropped(of site: SiteAssociations) -> StatedPackages.Problem? {
        let relation = AssetRelation.getLoginCredentials.description
        for list in site.allAssetLinks {
            for element in list.document.root.elements.map(Array.init) ?? [] {
                guard let package = element["target"]?["package_name"]?.string,
                    element["relation"]?.elements?.contains(where: { $0.string == relation }) ?? false,
                    (try? AssetStatement(element)) == nil
                else { continue }
                // Created once, because one pass over the file serves all packages.
                return StatedPackages(site).problem(of: package)
            }
        }
        return nil
    }

    /// Whether an app is named for passwords: handle_all_urls alone is for links.
    var isMeant: Bool { all.contains { !$0.passwords.isEmpty } }
}
