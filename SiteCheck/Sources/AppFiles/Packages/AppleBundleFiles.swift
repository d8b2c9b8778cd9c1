/// The files of a built app, whether in a folder or in an archive.
protocol AppleBundleFiles {
    /// The bytes of a file, or `nil` if it does not exist.
    func source(_ file: String) throws(FormatError) -> (any ByteSource)?

    /// The names of a folder's entries.
    func names(in folder: String) -> [String]
}

extension ProjectFolder: AppleBundleFiles {
    func source(_ file: String) throws(FormatError) -> (any ByteSource)? {
        guard exists(file) else { return nil }
        return try open(file)
    }
}

extension ZIPArchive: AppleBundleFiles {
    func source(_ file: String) throws(FormatError) -> (any ByteSource)? {
        guard let entry = entry(named: file) else { return nil }
        return try bytes(of: entry)
    }

    func names(in folder: String) -> [String] {
        var names: Set<String> = []
        for entry in entries where entry.name.hasPrefix(folder + "/") {
            let rest = entry.name.dropFirst(folder.count + 1)
            names.insert(String(rest.prefix { $0 != "/" }))
        }
        return Array(names.sorted().prefix(1_000))
    }
}
