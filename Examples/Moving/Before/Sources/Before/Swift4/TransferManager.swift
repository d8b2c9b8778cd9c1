// swift-format-ignore-file
import Bolts
import Foundation

class TransferRequest {
    let key: String
    let partCount: Int

    init(key: String, partCount: Int) {
        self.key = key
        self.partCount = partCount
    }
}

class TransferOutput {
    let key: String
    let tags: [String]

    init(key: String, tags: [String]) {
        self.key = key
        self.tags = tags
    }
}

/// Uploads files in parts, as the transfer manager of AWS's SDK did.
class TransferManager {
    private let network: Network
    private var executor: BFExecutor

    init(network: Network, executor: BFExecutor = BFExecutor.mainThread()) {
        self.network = network
        self.executor = executor
    }

    private func put(_ path: String) -> BFTask<NSString> {
        let source = BFTaskCompletionSource<NSString>()
        network.request(path) { answer, error in
            if let tag = answer?["tag"] as? String {
                source.trySet(result: NSString(string: tag))
            } else {
                source.trySet(error: error ?? Network.Failure("no tag"))
            }
        }
        return source.task
    }

    func upload(_ request: TransferRequest) -> BFTask<TransferOutput> {
        var tags: [String] = []
        var parts: [BFTask<AnyObject>] = []
        for number in 1...request.partCount {
            let part = put("\(request.key)/\(number)").continueOnSuccessWith { task in
                tags.append("\(task.result!)")
                return nil
            }
            parts.append(part)
        }
        return BFTask<AnyObject>(forCompletionOfAllTasks: parts).continueOnSuccessWith { _ in
            return TransferOutput(key: request.key, tags: tags)
        } as! BFTask<TransferOutput>
    }

    /// One after the other. A failed upload does not stop the next.
    func uploadAll(_ requests: [TransferRequest]) -> BFTask<AnyObject> {
        var last = BFTask<AnyObject>(result: nil)
        for request in requests {
            last = last.continueWith { (_: BFTask<AnyObject>) -> Any? in
                return self.upload(request).continueWith(executor: self.executor, block: { task in
                    if let error = task.error as NSError?, error.domain == "bolts" {
                        let errors = error.userInfo["errors"] as! [Error]
                        self.network.transcript.add("\(request.key): \(errors.count) parts failed")
                    } else if let error = task.error {
                        self.network.transcript.add("\(request.key): \(error)")
                    } else if let output = task.result {
                        self.network.transcript.add("\(output.key): \(output.tags.joined(separator: " "))")
                    }
                    return nil
                })
            }
        }
        return last
    }

    func retry(_ request: TransferRequest, times: Int) -> BFTask<AnyObject> {
        return upload(request).continueWith(executor: BFExecutor.default()) { (task: BFTask<TransferOutput>) -> Any? in
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
    manager.uploadAll(requests).continueWith { task in
        transcript.add(task.isFaulted ? "failed" : "all tried")
        return nil
    }
    network.answerAll()
    manager.retry(TransferRequest(key: "song", partCount: 1), times: 1).continueWith { task in
        transcript.add("in the end: \(task.isFaulted ? "failed" : "uploaded")")
        return nil
    }
    network.answerAll()
}
