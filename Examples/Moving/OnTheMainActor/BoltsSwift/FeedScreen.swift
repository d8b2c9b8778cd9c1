// swift-format-ignore-file
import Bolts
import Foundation

/// A screen with many images.
final class FeedScreen {
    private let loader: ImageLoader
    private let transcript: Transcript
    private var isOpen = true
    private var choice: TaskCompletionSource<Image>?

    init(loader: ImageLoader, transcript: Transcript) {
        self.loader = loader
        self.transcript = transcript
    }

    /// Closes the screen once all images are there, and stays open if one is missing.
    func loadAll(_ names: [String]) {
        let tasks = names.map { loader.image($0) }
        BoltsTask.whenAll(tasks).always { task in
            let errors = task.errors
            if errors.isEmpty {
                self.isOpen = false
                self.transcript.add("closed")
            } else {
                self.transcript.add("\(errors.count) missing: \(errors.map { "\($0)" })")
            }
        }
    }

    func showWidths(_ names: [String]) {
        BoltsTask.whenAllResult(names.map { loader.width($0) }).then { widths in
            self.transcript.add("widths \(widths)")
        }.recover { _ in
            self.transcript.add("no widths")
        }
    }

    /// Hides the spinner when the first image has ended, whether it could be loaded or not.
    func hideSpinnerAfterFirst(_ names: [String]) {
        let tasks = names.map { loader.image($0).withoutResult() }
        BoltsTask.whenAny(tasks).always { task in
            self.transcript.add("spinner hidden, \(task.faulted ? "failed" : "fine")")
        }
    }

    func showFirst(_ names: [String]) {
        let tasks = names.map { loader.image($0) }
        BoltsTask.whenAny(tasks).always { _ in
            let first = tasks.first { $0.completed }
            self.transcript.add("first: \(first?.result?.name ?? "none")")
        }
    }

    /// Waits for the user's choice, which never comes.
    func waitForChoice() -> BoltsTask<Image> {
        let choice = TaskCompletionSource<Image>()
        self.choice = choice  // A source that nobody keeps fails its task.
        return choice.task
    }

    func report(_ task: BoltsTask<Image>) {
        if !task.completed {
            transcript.add("waiting")
        } else if task.cancelled {
            transcript.add("cancelled")
        } else if task.faulted {
            transcript.add("failed")
        } else {
            transcript.add("image \(task.result!.name)")
        }
    }
}

func runFeed(_ transcript: Transcript) {
    let network = Network(
        transcript,
        answers: [
            "image/ann": ["width": 640], "image/bob": ["width": 320], "image/big": ["width": 5_000],
            "image/none": ["width": 0],
        ]
    )
    let loader = ImageLoader(network: network)
    let screen = FeedScreen(loader: loader, transcript: transcript)
    screen.hideSpinnerAfterFirst(["missing", "ann"])
    screen.showFirst(["missing", "bob"])
    network.answerAll()
    screen.loadAll(["ann", "bob", "missing"])
    screen.loadAll(["ann", "missing", "big"])
    network.answerAll()
    screen.showWidths(["ann", "bob", "none"])
    screen.showWidths(["ann", "big"])
    network.answerAll()
    screen.report(loader.image("none"))
    screen.report(loader.imageOrPlaceholder("big"))
    transcript.add("\(loader.width("ann").result(or: 0))")
}

func runAbandonedChoice(_ transcript: Transcript) {
    let screen = FeedScreen(loader: ImageLoader(network: Network(transcript)), transcript: transcript)
    let choice = screen.waitForChoice()
    choice.always { task in screen.report(task) }
    screen.report(choice)
}

func runCancelledImage(_ transcript: Transcript) {
    let loader = ImageLoader(network: Network(transcript), executor: .immediate)
    let screen = FeedScreen(loader: loader, transcript: transcript)
    screen.report(loader.cancelledImage())
}
