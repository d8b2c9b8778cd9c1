import Foundation

/// What the app did, line by line.
final class Transcript {
    private(set) var lines: [String] = []

    init() {}

    func add(_ line: String) { lines.append(line) }
}

/// A server that answers when it is told to, in the order of the requests.
final class Network {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    typealias Completion = ([String: any Sendable]?, Error?) -> Void

    private var answers: [String: [String: any Sendable]] = [:]
    private var waiting: [(path: String, completion: Completion)] = []
    let transcript: Transcript

    init(_ transcript: Transcript, answers: [String: [String: any Sendable]] = [:]) {
        self.transcript = transcript
        self.answers = answers
    }

    func request(_ path: String, completion: @escaping Completion) {
        transcript.add("> \(path)")
        waiting.append((path, completion))
    }

    /// Answers the oldest request: with an error if there is no answer for its path.
    func answerNext() {
        let (path, completion) = waiting.removeFirst()
        transcript.add("< \(path)")
        if let answer = answers[path] {
            completion(answer, nil)
        } else {
            completion(nil, Failure("\(path) is missing"))
        }
    }

    func answerAll() {
        while !waiting.isEmpty { answerNext() }
    }
}
