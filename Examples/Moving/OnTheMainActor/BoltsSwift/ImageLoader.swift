// swift-format-ignore-file
import Bolts
import Foundation

struct Image {
    let name: String
    let width: Int
}

enum ImageError: Error {
    case missing(String)
    case tooLarge
    case cancelled
}

/// Loads images over the network, once each.
final class ImageLoader {
    private let network: Network
    private let executor: BoltsExecutor
    private var running: [String: BoltsTask<Image>] = [:]

    init(network: Network, executor: BoltsExecutor = BoltsExecutor.mainThread) {
        self.network = network
        self.executor = executor
    }

    func json(_ path: String) -> BoltsTask<[String: any Sendable]> {
        let source = TaskCompletionSource<[String: any Sendable]>()
        load(path, success: source.set(result:), failure: source.set(error:))
        return source.task
    }

    private func load(
        _ path: String,
        success: @escaping ([String: any Sendable]) -> Void,
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

    func image(_ name: String) -> BoltsTask<Image> {
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
    func imageOrPlaceholder(_ name: String) -> BoltsTask<Image> {
        return image(name).recover { error in
            self.network.transcript.add("placeholder for \(name): \(error)")
            return Image(name: "placeholder", width: 1)
        }
    }

    func width(_ name: String) -> BoltsTask<Int> {
        return image(name).continueWithTask { task in
            if task.cancelled {
                return BoltsTask(0)
            }
            if let error = task.error {
                return BoltsTask<Int>(error: error)
            }
            return BoltsTask(.default) { task.result!.width }
        }
    }

    /// An image that somebody else decides about, for instance by closing the screen.
    func cancelledImage() -> BoltsTask<Image> {
        let source = TaskCompletionSource<Image>()
        source.set(error: ImageError.cancelled)
        return source.task
    }
}

extension BoltsTask {
    /// The result without what it was.
    func withoutResult() -> BoltsTask<Void> {
        return continueOnSuccessWith { _ in }
    }

    /// The result, or a default one where there is none.
    func result(or fallback: Success) -> Success {
        return result ?? fallback
    }
}
