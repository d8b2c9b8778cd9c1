package import BoltsPageFetching
package import BoltsTasks
import Synchronization

/// A resolver that answers from a table, so that no test asks a name server.
///
/// Each name has a list of answers, one for each time it is asked; the last is repeated.
package final class StubHosts: HostResolving {
    private let answers: Mutex<[String: [[String]]]>
    private let asked = Mutex<[String]>([])

    package init(_ answers: [String: [[String]]]) {
        self.answers = Mutex(answers)
    }

    /// The names that were asked for, in order.
    package var names: [String] { asked.withLock { $0 } }

    package func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[IPAddress]> {
        asked.withLock { $0.append(host) }
        let answer = answers.withLock { answers -> [String] in
            guard let list = answers[host], let first = list.first else { return [] }
            if list.count > 1 { answers[host]?.removeFirst() }
            return first
        }
        return BoltsTask(result: answer.compactMap { IPAddress($0) })
    }
}
