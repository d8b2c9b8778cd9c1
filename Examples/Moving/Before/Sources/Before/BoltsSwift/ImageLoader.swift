// swift-format-ignore-file
import BoltsSwift
import Foundation

struct Image {
    let name: String
    let width: Int
}

enum ImageError: Error {
    case missing(String)
    case tooLarge
}

/// Loads images over the network, once each.
class ImageLoader {
    private let network: Network
    private let executor: Executor
    private var running: [String: Task<Image>] = [:]

    init(network: Network, executor: Executor = Executor.mainThread) {
        self.network = network
        self.executor = executor
    }

    func json(_ path: String) -> Task<[String: Any]> {
        let source = TaskCompletionSource<[String: Any]>()
        load(path, success: source.set(result:), failure: source.set(error:))
        return source.task
    }

    private func load(
        _ path: String,
        success: @escaping ([String: Any]) -> Void,
        failure: @escaping (Error) -> Void
    ) {
        network.request(path) { answer, error in
            if let answer = answer {
                success(answer)
            } else {
                failure(error ?? ImageError.missing(path))
            }
        }
    }

    func image(_ name: String) -> Task<Image> {
        if let task = running[name] {
            return task
        }
        let task = json("image/\(name)").continueOnSuccessWith(executor) { answer -> Image in
            guard let width = answer["width"] as? Int else { throw ImageError.missing(name) }
            if width > 4_000 { throw ImageError.tooLarge }
            if width == 0 { throw CancelledError() }
            return Image(name: name, width: width)
        }
        running[name] = task
        return task
    }

    /// The placeholder of an image that cannot be loaded.
    func imageOrPlaceholder(_ name: String) -> Task<Image> {
        return image(name).continueOnErrorWith { error in
            self.network.transcript.add("placeholder for \(name): \(error)")
            return Image(name: "placeholder", width: 1)
        }
    }

    func width(_ name: String) -> Task<Int> {
        return image(name).continueWithTask { task in
            if task.cancelled {
                return Task(0)
            }
            if let error = task.error {
                return Task<Int>(error: error)
            }
            return Task { task.result!.width }
        }
    }

    /// An image that somebody else decides about, for instance by closing the screen.
    func cancelledImage() -> Task<Image> {
        let source = TaskCompletionSource<Image>()
        source.set(error: CancelledError())
        return source.task
    }
}

extension Task {
    /// The result without what it was.
    func withoutResult() -> Task<Void> {
        return continueOnSuccessWith { _ in }
    }

    /// The result, or a default one where there is none.
    func result(or fallback: TResult) -> TResult {
        return result ?? fallback
    }
}
