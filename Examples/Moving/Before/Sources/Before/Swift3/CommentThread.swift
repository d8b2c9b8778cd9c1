// swift-format-ignore-file
import Bolts
import Foundation

/// The comments below a post.
class CommentThread {
    private let client: ParseClient
    private let transcript: Transcript

    init(client: ParseClient, transcript: Transcript) {
        self.client = client
        self.transcript = transcript
    }

    /// Deletes one after the other.
    func deleteAllInOrder() -> BFTask<AnyObject> {
        return client.find("Comment").continue(successBlock: { (task: BFTask<StoredList>) -> Any? in
            var deletion = BFTask<AnyObject>(result: nil)
            for comment in task.result!.objects {
                deletion = deletion.continue(successBlock: { (_: BFTask<AnyObject>) -> Any? in
                    return self.client.delete(comment)
                })
            }
            return deletion
        })
    }

    /// Deletes all at once.
    func deleteAll() -> BFTask<AnyObject> {
        return client.find("Comment").continue(with: BFExecutor.default(), with: { (task: BFTask<StoredList>) -> Any? in
            if task.isFaulted {
                return task
            }
            var deletions: [BFTask<AnyObject>] = []
            for comment in task.result!.objects {
                deletions.append(self.client.delete(comment))
            }
            return BFTask<AnyObject>(forCompletionOfAllTasks: deletions)
        })
    }

    /// The cast that every function with a result of its own needed.
    func firstAuthor() -> BFTask<StoredObject> {
        return client.find("Comment").continue(successBlock: { (task: BFTask<StoredList>) -> Any? in
            return self.client.fetch("Author", id: task.result!.objects[0]["name"] as! String)
        }) as! BFTask<StoredObject>
    }

    func showFirstAuthor() {
        let author = firstAuthor() as! BFTask<AnyObject>
        author.continue(with: BFExecutor.mainThread(), withSuccessBlock: { (task: BFTask<AnyObject>) -> Any? in
            let object = task.result as! StoredObject
            self.transcript.add("author: \(object["name"] as! String)")
            return nil
        }).continue({ task in
            if let error = task.error {
                self.transcript.add("no author: \(error)")
            }
            return nil
        })
    }

    func showCachedName(of id: String) {
        client.cachedName(of: id).continue({ (task: BFTask<AnyObject>) -> Any? in
            if task.result == nil {
                self.transcript.add("\(id) is not cached")
                return nil
            }
            if let name = task.result {
                self.transcript.add("\(id) is \(name as! String)")
            }
            return nil
        })
    }
}

func runComments(_ transcript: Transcript) {
    let network = Network(
        transcript,
        answers: [
            "Comment": ["results": ["ann", "bob"]], "Author/ann": ["name": "Ann"],
            "delete/ann": ["ok": true], "delete/bob": ["ok": true], "save/cid": ["objectId": "c1"],
        ]
    )
    let client = ParseClient(network: network)
    let thread = CommentThread(client: client, transcript: transcript)
    thread.showCachedName(of: "ann")
    thread.showFirstAuthor()
    network.answerAll()
    thread.showCachedName(of: "ann")
    thread.deleteAllInOrder().continue({ task in
        transcript.add(task.isFaulted ? "could not delete in order" : "deleted in order")
        return nil
    })
    network.answerAll()
    thread.deleteAll().continue(with: BFExecutor.immediate(), with: { task in
        transcript.add(task.error == nil ? "deleted" : "could not delete")
        return nil
    })
    network.answerAll()
    let author = StoredObject(className: "Author", fields: ["name": "cid"])
    client.save(author).continue(successBlock: { (task: BFTask<AnyObject>) -> Any? in
        transcript.add("saved as \(author.identifier ?? "nothing")")
        return self_check(task.result as! StoredObject)
    })
    network.answerAll()
}

private func self_check(_ object: StoredObject) -> BFTask<AnyObject> {
    return BFTask(result: object.identifier as AnyObject?)
}
