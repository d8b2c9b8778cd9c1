// swift-format-ignore-file
import Bolts
import Foundation

final class TransferRequest: Sendable {
    let key: String
    let partCount: Int

    init(key: String, partCount: Int) {
        self.key = key
        self.partCount = partCount
    }
}

final class TransferOutput: Sendable {
    let key: String
    let tags: [String]

    init(key: String, tags: [String]) {
        self.key = key
        self.tags = tags
    }
}

/// Uploads files in parts, as the transfer manager of AWS's SDK did.
final class TransferManager {
    private let network: Network

    init(network: Network) {
        self.network = network
    }

    private func put(_ path: String) -> BFTask<String> {
        let source = BFTaskCompletionSource<String>()
        network.request(path) { answer, error in
            if let tag = answer?["tag"] as? String {
                source.trySet(result: tag)
            } else {
                source.trySet(error: error ?? Network.Failure("no tag"))
            }
        }
        return source.task
    }

    func upload(_ request: TransferRequest) -> BFTask<TransferOutput> {
        var parts: [BFTask<String>] = []
        for number in 1...request.partCount {
            parts.append(put("\(request.key)/\(number)"))
        }
        return BoltsTask.whenAllResult(parts).then { tags in
            TransferOutput(key: request.key, tags: tags)
        }
    }

    /// One after the other. A failed upload does not stop the next.
    func uploadAll(_ requests: [TransferRequest]) -> BFTask<BFResult> {
        var last = BFTask<BFResult>(result: nil)
        for request in requests {
            last = last.always { (_: BFTask<BFResult>) -> BFResult in
                return self.upload(request).always({ task -> BFResult in
                    if let error = task.error as NSError?, error.domain == "bolts" {
                        let errors = error.userInfo["errors"] as! [Error]
                        self.network.transcript.add("\(request.key): \(errors.count) parts failed")
                    } else if let error = task.error {
                        self.network.transcript.add("\(request.key): \(error)")
                    } else if let output = task.result ?? nil {
                        self.network.transcript.add("\(output.key): \(output.tags.joined(separator: " "))")
                    }
                    return nil
                })
            }
        }
        return last
    }

    func retry(_ request: TransferRequest, times: Int) -> BFTask<BFResult> {
        return upload(request).always { (task: BFTask<TransferOutput>) -> BFResult in
            if task.isFaulted && times > 0 {
                self.network.transcript.add("again")
                return self.retry(request, times: times - 1)
            }
            return task
        }
    }
}

func runTransfers(_ transcript: Transcript) {
    let network = Network(
        transcript,
        answers: ["film/1": ["tag": "a"], "film/2": ["tag": "b"], "song/2": ["tag": "c"]]
    )
    let manager = TransferManager(network: network)
    let requests = [
        TransferRequest(key: "film", partCount: 2), TransferRequest(key: "song", partCount: 2),
        TransferRequest(key: "text", partCount: 2),
    ]
    manager.uploadAll(requests).always { task -> BFResult in
        transcript.add(task.isFaulted ? "failed" : "all tried")
        return nil
    }
    network.answerAll()
    manager.retry(TransferRequest(key: "song", partCount: 1), times: 1).always { task -> BFResult in
        transcript.add("in the end: \(task.isFaulted ? "failed" : "uploaded")")
        return nil
    }
    network.answerAll()
}
