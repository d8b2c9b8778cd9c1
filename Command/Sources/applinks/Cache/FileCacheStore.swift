@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation

/// Stores the entries of the library's cache as files for later runs.
///
/// The library decides what is fresh and what is requested again.
struct FileCacheStore: CacheStoring {
    private struct Contents: Codable {
        /// The entry's key, because two keys can have the same file name.
        let key: String
        let entry: CacheEntry<ResolvedLink>
    }

    /// The part that is read first, to recognize files of other versions of the tool.
    private struct Header: Decodable {
        struct Entry: Decodable {
            let format: Int
        }

        let key: String
        let entry: Entry
    }

    private let directory: CacheDirectory
    private let variant: String

    // `variant` names everything except the URL on which an entry depends, so that pages read under other rules have other entries.
    init(_ directory: CacheDirectory, variant: String) {
        self.directory = directory
        self.variant = variant
    }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<ResolvedLink>?> {
        BoltsTask(.queue(.global()), cancellationToken: cancellationToken) { try read(key) }
    }

    func store(_ entry: CacheEntry<ResolvedLink>, for key: String) -> BoltsTask<Void> {
        BoltsTask(.queue(.global())) {
            // Failures are not stored for later runs.
            guard entry.hasValue else { return }
            let (key, name) = file(for: key)
            do {
                try directory.write(try JSONEncoder().encode(Contents(key: key, entry: entry)), to: name)
            } catch {
                let path = "\(directory.path)/\(name)"
                throw InputError("\(path) could not be written, so the page is not cached: \(error)")
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

    private func read(_ key: String) throws -> CacheEntry<ResolvedLink>? {
        let (key, name) = file(for: key)
        do {
            guard let data = try directory.read(name) else { return nil }
            let header = try JSONDecoder().decode(Header.self, from: data)
            guard header.key == key, header.entry.format == ResolvedLink.formatVersion else { return nil }
            return try JSONDecoder().decode(Contents.self, from: data).entry
        } catch {
            let reason = (error as? InputError)?.description ?? "it is damaged"
            throw InputError("\(directory.path)/\(name) in the cache cannot be read and is ignored: \(reason)")
        }
    }
}
