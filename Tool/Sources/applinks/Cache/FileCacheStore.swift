import BoltsAppLinks
import BoltsTasks
import Foundation

/// Keeps the entries of the library's cache as files, for the next run.
///
/// What is fresh and what is asked for again is the library's decision; this only reads and writes.
struct FileCacheStore: AppLinkCacheStore {
    /// What a file holds.
    private struct Contents: Codable {
        /// Two keys can have one file name: the file of another key is not this entry.
        let key: String
        let entry: AppLinkCacheEntry
    }

    /// What is read before the rest, which another version of the tool may have written.
    private struct Header: Decodable {
        struct Entry: Decodable {
            let format: Int
        }

        let key: String
        let entry: Entry
    }

    private let directory: CacheDirectory
    private let variant: String

    // `variant` names everything but the URL that an entry depends on: a page that was read under other rules is another
    // entry.
    init(_ directory: CacheDirectory, variant: String) {
        self.directory = directory
        self.variant = variant
    }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<AppLinkCacheEntry?> {
        BoltsTask(.queue(.global()), cancellationToken: cancellationToken) { try read(key) }
    }

    func store(_ entry: AppLinkCacheEntry, for key: String) -> BoltsTask<Void> {
        BoltsTask(.queue(.global())) {
            // A failure is not for the next run.
            guard entry.hasLink else { return }
            let (key, name) = file(for: key)
            do {
                try directory.write(try JSONEncoder().encode(Contents(key: key, entry: entry)), to: name)
            } catch {
                let path = "\(directory.path)/\(name)"
                throw InputError("\(path) could not be written, so that nothing is cached of the page: \(error)")
            }
        }
    }

    func removeEntry(for key: String) -> BoltsTask<Void> {
        BoltsTask(.queue(.global())) { try directory.remove(file(for: key).name) }
    }

    func removeAllEntries() -> BoltsTask<Void> {
        BoltsTask(.queue(.global())) { try directory.removeAll() }
    }

    private func file(for key: String) -> (key: String, name: String) {
        let key = "\(variant)\n\(key)"
        return (key, directory.name(for: key))
    }

    private func read(_ key: String) throws -> AppLinkCacheEntry? {
        let (key, name) = file(for: key)
        do {
            guard let data = try directory.read(name) else { return nil }
            let header = try JSONDecoder().decode(Header.self, from: data)
            guard header.key == key, header.entry.format == AppLinkCacheEntry.formatVersion else { return nil }
            return try JSONDecoder().decode(Contents.self, from: data).entry
        } catch {
            let reason = (error as? InputError)?.description ?? "it is not what was written"
            throw InputError("\(directory.path)/\(name) in the cache cannot be read and is ignored: \(reason)")
        }
    }
}
