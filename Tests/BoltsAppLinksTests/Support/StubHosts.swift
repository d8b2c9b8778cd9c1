import BoltsTasks
import Synchronization

@testable import BoltsAppLinks

/// A resolver that answers from a table, so that no test asks a name server.
///
/// Each name has a list of answers, one for each time it is asked; the last is repeated.
final class StubHosts: HostResolving {
    private let answers: Mutex<[String: [[String]]]>
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: [[String]]]) {
        self.answers = Mutex(answers)
    }

    /// The names that were asked for, in order.
    var names: [String] { asked.withLock { $0 } }

    func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[IPAddress]> {
        asked.withLock { $0.append(host) }
        let answer = answers.withLock { answers -> [String] in
            guard let list = answers[host], let first = list.first else { return [] }
            if list.count > 1 { answers[host]?.removeFirst() }
            return first
        }
        return BoltsTask(result: answer.compactMap { IPAddress($0) })
    }
}
