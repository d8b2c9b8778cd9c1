import ArgumentParser
import Configuration
import Foundation
import LinkIndexServer

/// The environment and the file of settings.
struct SettingSources {
    private let environment: EnvironmentVariablesProvider
    /// The settings of the file, which the environment overrides.
    private let file: [String: FileSetting]

    /// Reads both.
    ///
    /// - Parameters:
    ///   - file: The path from the command line; without it, the environment may name a file.
    ///   - environment: The environment variables. One without a value counts as missing.
    /// - Throws: `ValidationError` for a name that is not known, and for a file that cannot be read.
    init(file: String?, environment: [String: String]) throws {
        var variables: [String: String] = [:]
        let known = Set(Setting.all.map(\.variable) + [Setting.fileVariable])
        for (name, value) in environment where name.hasPrefix(Setting.prefix) && !value.isEmpty {
            guard known.contains(name) else {
                throw ValidationError(
                    "The environment variable \(name) is not a setting. `serve --print-config` lists all."
                )
            }
            variables[String(name.dropFirst(Setting.prefix.count))] = value
        }
        let path = file ?? environment[Setting.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        self.environment = EnvironmentVariablesProvider(environmentVariables: variables)
        self.file = try path.map(Self.settings) ?? [:]
    }

    /// The effective value, or `nil` if there is none.
    ///
    /// - Throws: `ValidationError` for a value of another kind.
    func value(of setting: Setting) throws -> (ConfigContent, ConfiguredArguments.Origin)? {
        do {
            let found = try environment.value(forKey: AbsoluteConfigKey([setting.name]), type: setting.kind.type)
            if let content = found.value?.content { return (content, .environment) }
        } catch {
            throw ValidationError("\(setting.variable) must be \(setting.kind.words).")
        }
        guard let value = file[setting.name] else { return nil }
        guard let content = value.content(of: setting.kind) else {
            throw ValidationError("\"\(setting.name)\" in the file of settings must be \(setting.kind.words).")
        }
        return (content, .file)
    }

    private static func settings(in path: String) throws -> [String: FileSetting] {
        do {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            guard try Self.json(data, path) is [String: Any] else {
                throw ValidationError("The file of settings \(path) must be one JSON object.")
            }
            let known = Set(Setting.all.map(\.name))
            let repeated = data.withUnsafeBytes {
                StrictJSON.repeatedName(in: $0.bindMemory(to: UInt8.self), names: known)
            }
            if let repeated {
                throw ValidationError("The file of settings \(path) has \"\(repeated)\" twice. Remove one of them.")
            }
            let settings = try JSONDecoder().decode([String: FileSetting].self, from: data)
            let unknown = Set(settings.keys).subtracting(known).sorted()
            guard unknown.isEmpty else {
                throw ValidationError(
                    "The file of settings \(path) has no settings of these names: \(unknown.joined(separator: ", "))."
                )
            }
            return settings
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
    /// The system's reason for the error, if there is one: "Permission denied".
    var reason: String {
        let error = self as? CocoaError
        if let code = (error?.underlying as? POSIXError)?.code.rawValue { return String(cString: strerror(code)) }
        if let system = error?.userInfo[NSUnderlyingErrorKey] as? NSError, system.domain == NSPOSIXErrorDomain {
            return String(cString: strerror(Int32(system.code)))
        }
        return localizedDescription
    }
}
