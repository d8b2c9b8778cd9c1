import BoltsCombine
import BoltsTasks
import Combine
import Testing

// The sample of docs/bridges.md, as it stands there.

private func search(_ words: some Publisher<String, Never>, token: CancellationToken) -> BoltsTask<[String]> {
    words
        .firstValueTask(cancellationToken: token)
        .continueOnSuccessWith { word in ["\(word) one", "\(word) two"] }
}

private func titles(of found: BoltsTask<[String]>) -> AnyPublisher<String, Never> {
    found.publisher
        .map { $0.joined(separator: ", ") }
        .replaceError(with: "nothing found")
        .eraseToAnyPublisher()
}

@Suite struct CombineSamples {
    @Test func T11_combine() {
        let seen = Recorder<String>()
        let words = PassthroughSubject<String, Never>()
        let kept = titles(of: search(words, token: .none)).sink { seen.add($0) }
        words.send("future")
        #expect(seen.values == ["future one, future two"])
        kept.cancel()
    }
}
