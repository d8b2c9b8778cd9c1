import ArgumentParser
import Foundation
import Testing

@testable import applinks_index

/// Tests settings from options, the environment and a file.
@Suite(.timeLimit(.minutes(20))) struct SettingTests {
    /// The arguments with a file of settings of this text.
    private func configured(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        file text: String
    ) throws -> ConfiguredArguments {
        let file = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString).json")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try ConfiguredArguments(arguments + ["--config=\(file.path)"], environment: environment)
    }

    /// The message of the error, or `nil` if there is none.
    private func message(environment: [String: String] = [:], file text: String) throws -> String? {
        do {
            _ = try configured(environment: environment, file: text)
            return nil
        } catch let error as ValidationError {
            return error.message
        }
    }

    @Test func anOptionCountsBeforeTheEnvironmentAndThatBeforeTheFile() throws {
        let configured = try configured(
            ["serve", "--port=1"],
            environment: ["APPLINKS_INDEX_PORT": "2", "APPLINKS_INDEX_MEMORY": "3"],
            file: """
                {"port": 4, "memory": 5, "node": "a", "trusted-proxy": ["10.0.0.1", "10.0.0.2"], "log-requests": true}
                """
        )
        #expect(configured.arguments.first == "serve")
        let added = configured.arguments.dropFirst().filter { !$0.hasPrefix("--config=") }
        #expect(
            Set(added) == [
                "--port=1", "--memory=3", "--node=a", "--trusted-proxy=10.0.0.1", "--trusted-proxy=10.0.0.2",
                "--log-requests",
            ]
        )
        #expect(configured.origins["port"] == .option)
        #expect(configured.origins["memory"] == .environment)
        #expect(configured.origins["node"] == .file)
        #expect(configured.origins["host"] == nil)
    }

    @Test func settingsOfTheServiceAreNotAddedToOtherCommands() throws {
        let configured = try configured(["keys", "list"], file: #"{"port": 4, "database": "a.sqlite"}"#)
        #expect(configured.arguments.prefix(3) == ["keys", "list", "--database=a.sqlite"])
        #expect(configured.arguments.count == 4)
    }

    @Test(
        arguments: [
            (#"{"port": "8080"}"#, #""port" in the file of settings must be a whole number."#),
            (#"{"port": 1.5}"#, #""port" in the file of settings must be a whole number."#),
            (#"{"log-requests": 1}"#, #""log-requests" in the file of settings must be true or false."#),
            (#"{"trusted-proxy": "10.0.0.1"}"#, #""trusted-proxy" in the file of settings must be a list of texts."#),
            (#"{"prot": 1}"#, "has no settings of these names: prot."),
            (#"[]"#, "must be one JSON object."),
            (#"{"port": 1,,}"#, "is not JSON"),
            (#"{"port": 1, "port": 2}"#, #"has "port" twice. Remove one of them."#),
            (#"{"node": "a", "port": 1, "n\u006fde": "b"}"#, #"has "node" twice. Remove one of them."#),
        ]
    )
    func aFileWithAnErrorIsRefused(_ text: String, _ expected: String) throws {
        let message = try #require(try message(file: text))
        #expect(message.contains(expected))
    }

    @Test func aFileThatIsMissingIsNamed() {
        let path = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID().uuidString)").path
        let error = #expect(throws: ValidationError.self) {
            try ConfiguredArguments(["--config", path], environment: [:])
        }
        #expect(error?.message == "The file of settings \(path) cannot be read: No such file or directory.")
    }

    @Test func anUnknownVariableIsRefusedAndAnEmptyOneIsMissing() throws {
        let error = #expect(throws: ValidationError.self) {
            try ConfiguredArguments([], environment: ["APPLINKS_INDEX_PROT": "1"])
        }
        #expect(error?.message.contains("APPLINKS_INDEX_PROT is not a setting") == true)
        let empty = ["APPLINKS_INDEX_PROT": "", "APPLINKS_INDEX_PORT": ""]
        let configured = try ConfiguredArguments([], environment: empty)
        #expect(configured.arguments.isEmpty)
        #expect(
            try message(environment: ["APPLINKS_INDEX_PORT": "x"], file: "{}")
                == "APPLINKS_INDEX_PORT must be a whole number."
        )
    }

    @Test(
        arguments: [
            ("user:secret@host/db?sslpassword=other&x=1", "user:***@host/db?sslpassword=***&x=1"),
            ("user:se?cr@et@host/db?password=a&x=1@2", "user:***@host/db?password=***&x=1@2"),
            ("user:se?cret@host", "user:***@host"), ("user:se/cret@host/db?x=1", "user:***@host/db?x=1"),
            ("host:5432/db?application_name=a@b", "host:5432/db?application_name=a@b"), ("/db?", "/db?"), ("", ""),
        ]
    )
    func passwordsOfADatabaseAreNotPrinted(_ rest: String, _ expected: String) {
        #expect(EffectiveSettings.hidingPasswords(in: "postgresql://" + rest) == "postgresql://" + expected)
    }
}
