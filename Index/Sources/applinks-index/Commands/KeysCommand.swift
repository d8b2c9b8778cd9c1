import ArgumentParser
import Foundation
import LinkIndex
import LinkIndexServer

/// `applinks-index keys`: adds, lists and revokes API keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Add, list and revoke API keys.",
        discussion: "Only the hash of a key is stored. A running service notices a change within 10 seconds.",
        subcommands: [AddKey.self, ListKeys.self, RevokeKey.self]
    )
}

struct AddKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a key, and print it once.")

    @Argument(help: "A name for the key, such as that of its owner.")
    var name: String

    @Option(help: ArgumentHelp("How many URLs the key may ask for in a minute.", valueName: "number"))
    var perMinute: Int?

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var configuration: ConfigurationOptions

    func validate() throws {
        if name.isEmpty || name.utf8.count > 200 || name.contains(where: \.isNewline) {
            throw ValidationError("The name must be one line of at most 200 bytes.")
        }
        if let perMinute, perMinute < 1 { throw ValidationError("--per-minute must be at least 1.") }
    }

    func run() async throws {
        let store = try await database.open(creates: false)
        let secret = APIKeySecret.random()
        let key = APIKey(hash: secret.hash, name: name, createdAt: .now, requestsPerMinute: perMinute)
        let isAdded = try await store.addAPIKey(key)
        await store.close()
        guard isAdded else {
            throw ValidationError("There is a key named \(name) already. Revoke it, or choose another name.")
        }
        print(secret.text)
    }
}

struct ListKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the keys by name.")

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let store = try await database.open(creates: false)
        let keys = try await store.apiKeys()
        await store.close()
        for key in keys {
            let limit = key.requestsPerMinute.map { "\($0) a minute" } ?? "default"
            let lastUse = key.lastUsedOn.map { "used on \($0.text.prefix(10))" } ?? "never used"
            print("\(key.name)\t\(key.createdAt.text)\t\(limit)\t\(lastUse)\t\(key.id)")
        }
    }
}

struct RevokeKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Revoke a key.")

    @Argument(help: "The name of the key.")
    var name: String

    @OptionGroup var database: DatabaseOptions

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let store = try await database.open(creates: false)
        guard let key = try await store.apiKeys().first(where: { $0.name == name }) else {
            await store.close()
            throw ValidationError("There is no key named \(name).")
        }
        // The file is written first, because a key that is only in the file is refused too.
        do {
            try database.revoked()?.add(key)
        } catch let error as CocoaError {
            await store.close()
            let path = database.revokedKeysFile ?? ""
            throw ValidationError(
                "\(name) is not revoked: the file of revoked keys \(path) cannot be written: \(error.reason)."
            )
        }
        _ = try await store.revokeAPIKey(named: name)
        await store.close()
        guard database.revokedKeysFile == nil else { return }
        let advice = """
            A back-up from before now still has this key. Name a file with --revoked-keys to refuse it then too.

            """
        FileHandle.standardError.write(Data(advice.utf8))
    }
}
