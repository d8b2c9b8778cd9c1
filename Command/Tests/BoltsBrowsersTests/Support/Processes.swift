import Foundation

/// The processes of this machine, as `/proc` lists them.
///
/// Tests look only for those that they started.
enum Processes {
    struct Entry {
        let id: Int
        let arguments: String
    }

    static func all() -> [Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let id = Int(name), let data = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
                return nil
            }
            return Entry(
                id: id,
                arguments: String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\0", with: " ")
            )
        }
    }
}
