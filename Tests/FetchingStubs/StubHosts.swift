public import BoltsPageFetching
public import BoltsTasks
import Synchronization

/// A resolver with a table of names, so that no test needs a name server.
///
/// Each name has a list of results, one for each look-up; the last is repeated.
public final class StubHosts: HostResolving {
    private let answers: Mutex<[String: [[String]]]>
    private let asked = Mutex<[String]>([])

    /// Creates a resolver that answers each look-up of a host with the next of its lists.
    public init(_ answers: [String: [[String]]]) {
        self.answers = Mutex(answers)
    }

    /// The names that were looked up, in order.
    public var names: [String] { asked.withLock { $0 } }

    /// Answers with the next addresses of a host.
    public func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
        asked.withLock { $0.append(host) }
        let answer = answers.withLock { answers -> [String] in
            guard let list = answers[host], let first = list.first else { return [] }
            if list.count > 1 { answers[host]?.removeFirst() }
            return first
        }
        return BoltsTask(result: answer.compactMap { HostAddress($0) })
    }
}
