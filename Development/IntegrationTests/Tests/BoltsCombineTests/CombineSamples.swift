import BoltsCombine
import BoltsTasks
import Combine
import Testing

// The samples of the documentation of BoltsFoundation, word for word: check-samples.py compares.

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

private func name(_ names: some Publisher<String, any Error>) -> BoltsTask<String> {
    names.firstValueTask().continueOnErrorWith { (_: MissingValueError) in "nobody" }
}

private func answer(_ future: Future<Int, any Error>) -> BoltsTask<Int> { future.firstValueTask() }

private func length(of text: BoltsTask<String>) -> AnyPublisher<Int, any Error> {
    text.publisher.map(\.count).eraseToAnyPublisher()
}

@Suite struct CombineSamples {
    @Test(.tags(.t11)) func combine() {
        let seen = Recorder<String>()
        let words = PassthroughSubject<String, Never>()
        let kept = titles(of: search(words, token: .none)).sink { seen.add($0) }
        words.send("future")
        #expect(seen.values == ["future one, future two"])
        kept.cancel()
    }
}
