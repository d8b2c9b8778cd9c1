import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// Manifests and resources: shared by modules, independent of modules, or written by builds.
extension AndroidProject {
    mutating func manifest(_ file: String) -> ManifestElement? {
        do throws(FormatError) {
            let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
            manifestSize += bytes.count
            guard manifestSize <= Self.maximumManifestSize else {
                throw FormatError(
                    "is not read, because the manifests before it have \(Self.maximumManifestSize >> 20) MiB"
                )
            }
            let root = try XMLReader.root(of: bytes)
            guard root.name == "manifest" else { throw FormatError("is not the manifest of an Android app") }
            files.append(folder.shown(file))
            return root.manifestElement.placed(in: folder.shown(file))
        } catch {
            unread[file] = error.reason
            notes.append("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            return nil
        }
    }

    /// Why a manifest cannot be read, in the form for the app that contains it.
    func gap(ofManifest file: String) -> SourceGap {
        SourceGap("\(folder.shown(file).sanitized(limit: 400)) \(unread[file] ?? "cannot be read")")
    }

    /// The strings of several folders of resources, weakest first.
    mutating func strings(_ folders: [String]) -> StringResources {
        var result = StringResources()
        for place in folders {
            let own = stringsOfFolders[place] ?? strings(in: place)
            stringsOfFolders[place] = own
            ReadingSteps.add(1 + own.count)
            result.add(own)
        }
        return result
    }

    mutating func strings(in resources: String) -> StringResources {
        var strings = StringResources()
        let values = ProjectFolder.joined(resources, "values")
        for name in folder.names(in: values) where name.hasSuffix(".xml") {
            let file = "\(values)/\(name)"
            do throws(FormatError) {
                let bytes = try folder.bytes(file, limit: XMLReader.maximumSize)
                resourceSize += bytes.count
                guard resourceSize <= Self.maximumResourceSize else {
                    note("The project has too many resources; give the merged manifest or the built package.")
                    break
                }
                strings.add(try XMLReader.root(of: bytes), in: file)
                files.append(folder.shown(file))
            } catch {
                notes.append("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            }
        }
        return strings
    }

    /// Returns a manifest, which several apps and variants may share, or `nil` if it cannot be read.
    mutating func known(_ file: String) -> ManifestElement? {
        if let known = manifests[file] { return known }
        let element = manifest(file)
        manifests.updateValue(element, forKey: file)
        return element
    }

    mutating func readAlone(_ file: String) {
        guard let element = known(file) else {
            var app = AndroidAppClaims(package: nil, file: folder.shown(file), rank: .source)
            app.gap = gap(ofManifest: file)
            app.id = .unknown(gap(ofManifest: file))
            return claims.append(app)
        }
        let strings = strings([ProjectFolder.joined(ProjectFolder.parent(of: file), "res")])
        let identifier = ManifestIdentifier(of: file, package: element.attributes["package"], in: folder)
        files += identifier.files
        let (package, reason) = (identifier.value, identifier.reason)
        var app = AndroidAppClaims(manifest: element, file: folder.shown(file), rank: .source, package: package) {
            [package] name in
            name.hasPrefix("@") ? strings.value(of: name) : name == "applicationId" ? package : nil
        }
        if let reason {
            note("\(app.file.sanitized(limit: 400)): the application id \(reason); give the built package.")
            app.id = .unknown(Self.packageGap(reason))
        }
        setStatements(of: &app) { strings.statement(of: $0).map { ($0.name, $0.file) } }
        noteUnresolved(app)
        claims.append(app)
    }

    /// Finds where the sources state the hosts that the app's filters refer to.
    ///
    /// `place` returns the name of a reference's value and the file that may state it, or `nil` if they are not known.
    mutating func setStatements(of app: inout AndroidAppClaims, _ place: (String) -> (name: String, file: String)?) {
        for filter in app.filters ?? [] {
            for host in filter.hosts {
                guard let reference = filter.references[host.name], app.statements[reference] == nil,
                    let (name, file) = place(reference)
                else { continue }
                app.statements[reference] = statements.statement(of: host.name, named: name, in: file, folder)
            }
        }
    }

    mutating func readMerged(_ file: String) {
        guard let element = manifest(file) else { return }
        let parts = file.split(separator: "/").map(String.init)
        // …/intermediates/merged_manifests/VARIANT/[TASK/]AndroidManifest.xml; the module's folder is above `build`.
        let place = parts.lastIndex { $0.hasPrefix("merged_manifest") } ?? 0
        let variant = place + 1 < parts.count - 1 ? parts[place + 1] : nil
        var sources: [String] = []
        if let build = parts.lastIndex(of: "build") {
            var module = Array(parts[..<build])
            // Flutter's results are in the project's folder, its module in android/.
            if parts.count > build + 1, parts[build + 1] != "intermediates" { module += ["android", parts[build + 1]] }
            sources = ["main", variant ?? ""].filter { !$0.isEmpty }.map {
                (module + ["src", $0, "res"]).joined(separator: "/")
            }
        }
        let strings = strings(sources)
        var app = AndroidAppClaims(manifest: element, file: folder.shown(file), rank: .built) { name in
            name.hasPrefix("@") ? strings.value(of: name) : nil
        }
        app.variant = variant
        if let date = folder.modificationDate(of: file) { app.age = ProjectFolder.age(of: date, now: now) }
        noteUnresolved(app)
        claims.append(app)
    }
}
