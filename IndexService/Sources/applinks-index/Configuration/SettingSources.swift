import ArgumentParser
import Configuration
import Foundation
import SystemPackage

/// The environment and the file of settings.
struct SettingSources {
    /// Those that are there, the one that counts before the other first.
    private let providers: [(origin: ConfiguredArguments.Origin, provider: any ConfigProvider)]

    /// Reads both.
    ///
    /// - Parameters:
    ///   - file: The path that an option names; without it, the environment may name one.
    ///   - environment: The environment variables. One without a value counts as missing.
    /// - Throws: `ValidationError` for a name that is not known, and for a file that cannot be read.
    init(file: String?, environment: [String: String]) async throws {
        var variables: [String: String] = [:]
        let known = Set(Setting.all.map(\.variable) + [Setting.fileVariable])
        for (name, value) in environment where name.hasPrefix(Setting.prefix) && !value.isEmpty {
            guard known.contains(name) else {
                throw ValidationError(
                    "The environment variable \(name) is no setting. `serve --print-config` lists all."
                )
            }
            variables[String(name.dropFirst(Setting.prefix.count))] = value
        }
        let path = file ?? environment[Setting.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        var providers: [(origin: ConfiguredArguments.Origin, provider: any ConfigProvider)] = [
            (.environment, EnvironmentVariablesProvider(environmentVariables: variables))
        ]
        if let path { providers.append((.file, try await Self.provider(of: path))) }
        self.providers = providers
    }

    /// The value that counts, or `nil` if there is none.
    ///
    /// - Throws: `ValidationError` for a value of another kind.
    func value(of setting: Setting) throws -> (ConfigContent, ConfiguredArguments.Origin)? {
        for (origin, provider) in providers {
            do {
                let found = try provider.value(forKey: AbsoluteConfigKey([setting.name]), type: setting.kind.type)
                if let content = found.value?.content { return (content, origin) }
            } catch {
                let place = origin == .environment ? setting.variable : "\"\(setting.name)\" in the file of settings"
                throw ValidationError("\(place) must be \(setting.kind.words).")
            }
        }
        return nil
    }

    private static func provider(of path: String) async throws -> any ConfigProvider {
        do {
            // The library passes over names that nobody asks for.
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard let root = try Self.json(data, path) as? [String: Any] else {
                throw ValidationError("The file of settings \(path) must be one JSON object.")
            }
            let unknown = Set(root.keys).subtracting(Setting.all.map(\.name)).sorted()
            guard unknown.isEmpty else {
                throw ValidationError(
                    "The file of settings \(path) has no settings of these names: \(unknown.joined(separator: ", "))."
                )
            }
            return try await FileProvider<JSONSnapshot>(filePath: FilePath(path))
        } catch let error as ValidationError {
            throw error
        } catch {
            throw ValidationError("The file of settings \(path) cannot be read: \(error.reason).")
        }
    }

    private static func json(_ data: Data, _ path: String) throws -> Any {
        do {
            return try JSONSerialization.jsonObject(with: data)
        } catch {
            let detail = (error as? CocoaError)?.userInfo["NSDebugDescription"] as? String
            throw ValidationError("The file of settings \(path) is not JSON: \(detail ?? error.reason)")
        }
    }
}

extension Error {
    /// What the system says about a file, in its own words where it has some: "Permission denied".
    var reason: String {
        let error = self as? CocoaError
        if let code = (error?.underlying as? POSIXError)?.code.rawValue { return String(cString: strerror(code)) }
        if let system = error?.userInfo[NSUnderlyingErrorKey] as? NSError, system.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(system.code)))
        }
        return localizedDescription
    }
}
