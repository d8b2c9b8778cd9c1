import BoltsBase
import BoltsSiteCheck

/// Reads an `.apk`: its manifest with the referenced resources, and its signers' certificates.
enum AndroidPackage {
    static func content(_ source: any ByteSource, path: String) throws(FormatError) -> AppFileContent {
        let archive = try ZIPArchive(source)
        guard let bytes = try archive.bytes(named: "AndroidManifest.xml", limit: BinaryXML.maximumSize) else {
            throw FormatError("is not an Android package: it has no AndroidManifest.xml")
        }
        let resources = Resources(archive)
        let root = try BinaryXML.root(of: bytes) { resources.text($0) }
        guard root.name == "manifest" else { throw FormatError("has a manifest that is not Android's") }
        let signature = try AndroidSignature(archive)
        var app = AndroidAppClaims(manifest: root, file: path, rank: signature.isDelivered ? .delivered : .built)
        app.certificates = signature.certificates
        var content = AppFileContent(claims: AppClaims(android: [app]), files: [path], notes: resources.notes(path))
        if root.attributes["split"] != nil {
            content.notes.append(
                "\(path.sanitized(limit: 400)) is a part of a split package; give base.apk."
            )
        }
        return content
    }

    /// The resources of a package, which are read at the first request.
    private final class Resources {
        private let archive: ZIPArchive
        private var table: Result<ResourceTable?, FormatError>?
        private var budget = StringBudget()
        private var alternatives: Set<String> = []
        private var failure: String?

        init(_ archive: ZIPArchive) { self.archive = archive }

        /// The text of a resource, or a reference if it is unknown.
        func text(_ id: Int) -> String {
            let unknown = "@0x" + String(id, radix: 16)
            do throws(FormatError) {
                guard let value = try loaded()?.value(id, &budget) else { return unknown }
                if value.hasAlternatives, value.text != nil { alternatives.insert(value.name) }
                return value.text ?? value.name
            } catch {
                failure = error.reason
                return unknown
            }
        }

        private func loaded() throws(FormatError) -> ResourceTable? {
            if let table { return try table.get() }
            do throws(FormatError) {
                let bytes = try archive.bytes(named: "resources.arsc", limit: ResourceTable.maximumSize)
                var result: ResourceTable?
                if let bytes { result = try ResourceTable(bytes) }
                table = .success(result)
                return result
            } catch {
                table = .failure(error)
                throw error
            }
        }

        func notes(_ path: String) -> [String] {
            let path = path.sanitized(limit: 400)
            var notes: [String] = []
            if let failure { notes.append("\(path) \(failure); values in its resources are not known.") }
            for name in alternatives.sorted().prefix(5) {
                notes.append(
                    "\(path) has other values of \(name.quoted(limit: 80)) for some devices; the default one is used."
                )
            }
            return notes
        }
    }
}
