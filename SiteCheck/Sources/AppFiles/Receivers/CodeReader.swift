@_spi(Bolts) import BoltsSiteCheck

/// Reads the sources of a project once, each file within its limits.
struct CodeReader {
    private static let maximumSize = 4 << 30
    /// The maximum numbers of declarations, methods and names in all files together, because they are kept.
    private static let maximumFactCount = 200_000
    /// The maximum number of rounds in which base classes of activities are searched for by file name, because the first reading
    /// did not need them.
    private static let maximumRoundCount = 8

    /// The parts of each file that receive links; files without any are omitted.
    private(set) var factsOfFiles: [String: SourceFacts] = [:]
    /// What the files ask for when they sign in by a library.
    private(set) var callbacks = SourceCallbacks()
    /// How many bytes were read, and how many of these were parsed.
    private(set) var readCount = 0
    private(set) var scannedCount = 0
    /// The unread part, as a clause, or `nil` if everything was read.
    private(set) var gap: String?
    private var factCount = 0
    /// The parsed files.
    private var scanned: Set<String> = []

    /// Reads the files of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - activities: The names of the Android activities that accept links, without their packages.
    ///   - hasScripts: Whether JavaScript is read too.
    init(_ folder: ProjectFolder, activities: Set<String>, hasScripts: Bool = false) {
        let jvm = JVMSource.filter.adding(activities)
        let list = CodeFolder(folder, hasScripts: hasScripts) { file, bytes in read(file, jvm, bytes) }
        gap = list.gap ?? gap
        readBases(of: activities, list)
    }

    /// The parts of all files.
    var facts: SourceFacts { facts(without: []) }

    /// The parts of all files except some.
    func facts(without others: Set<String>) -> SourceFacts {
        var all = SourceFacts()
        for (file, facts) in factsOfFiles.sorted(by: { $0.key < $1.key }) where !others.contains(file) {
            all.add(facts)
        }
        return all
    }

    private mutating func read(
        _ file: CodeFolder.File,
        _ jvm: CodeFilter?,
        _ content: () throws(FormatError) -> [UInt8]
    ) {
        guard readCount < Self.maximumSize, factCount < Self.maximumFactCount else {
            gap = gap ?? "the folder has too many sources"
            return
        }
        let bytes: [UInt8]
        do throws(FormatError) {
            bytes = try content()
        } catch {
            // JavaScript receives no links, so what is not read of it proves nothing.
            if file.language == .javaScript { return }
            gap = gap ?? "\(file.path) \(error.reason)"
            return
        }
        readCount += bytes.count
        let filter: CodeFilter? =
            switch file.language {
            case .swift: SwiftSource.filter
            case .objectiveC: ObjectiveCSource.filter
            case .kotlin, .java: jvm
            case .dart: DartSource.filter
            case .cSharp: CSharpSource.filter
            case .javaScript: CodeFilter([])
            }
        if CallbackSource.filter.matches(bytes) {
            callbacks.add(CallbackSource(bytes, file: file.path, file.language).facts)
        }
        guard filter?.matches(bytes) ?? true, scanned.insert(file.path).inserted else { return }
        scannedCount += bytes.count
        let facts =
            switch file.language {
            case .swift: SwiftSource(bytes, file: file.path).facts
            case .objectiveC: ObjectiveCSource(bytes, file: file.path).facts
            case .kotlin, .java: JVMSource(bytes, file: file.path, file.language).facts
            case .dart: DartSource(bytes, file: file.path).facts
            case .cSharp: CSharpSource(file: file.path).facts
            case .javaScript: SourceFacts()
            }
        gap = gap ?? facts.gap
        factCount += facts.count
        if !facts.isEmpty { factsOfFiles[file.path] = facts }
    }

    /// Reads the files that are named for a base class of an activity and that the words about links did not select.
    private mutating func readBases(of activities: Set<String>, _ folder: CodeFolder) {
        guard !activities.isEmpty else { return }
        var files: [Substring: [CodeFolder.File]] = [:]
        for file in folder.files where file.language == .kotlin || file.language == .java {
            let name = file.path.split(separator: "/").last ?? ""
            files[name.prefix { $0 != "." }, default: []].append(file)
        }
        var types = Dictionary(grouping: facts.types.filter { $0.language == .android }, by: \.name)
        for _ in 0..<Self.maximumRoundCount {
            var missing: Set<String> = []
            for activity in activities {
                var (name, steps) = (activity, 0)
                while let base = types[name]?.first?.bases.first, steps < 32 { (name, steps) = (base, steps + 1) }
                if types[name] == nil { missing.insert(name) }
            }
            let unread = missing.flatMap { files[$0[...]] ?? [] }.filter { !scanned.contains($0.path) }.prefix(100)
            guard !unread.isEmpty else { return }
            for file in unread {
                read(file, nil) { () throws(FormatError) in try folder.bytes(file) }
                for type in factsOfFiles[file.path]?.types ?? [] { types[type.name, default: []].append(type) }
            }
        }
    }
}
