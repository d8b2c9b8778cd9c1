// swift-format-ignore-file
import Bolts
import Foundation

/// The comments below a post.
final class CommentThread {
    private let client: ParseClient
    private let transcript: Transcript

    init(client: ParseClient, transcript: Transcript) {
        self.client = client
        self.transcript = transcript
    }

    /// Deletes one after the other.
    func deleteAllInOrder() -> BFTask<BFResult> {
        return client.find("Comment").thenTask { list in
            var deletion = BFTask<BFResult>(result: nil)
            for comment in list.objects {
                deletion = deletion.thenTask { _ in
                    return self.client.delete(comment)
                }
            }
            return deletion
        }
    }

    /// Deletes all at once.
    func deleteAll() -> BFTask<BFResult> {
        return client.find("Comment").always({ (task: BFTask<StoredList>) -> BFResult in
            if task.isFaulted {
                return task
            }
            var deletions: [BFTask<BFResult>] = []
            for comment in task.result!.objects {
                deletions.append(self.client.delete(comment))
            }
            return BFTask<BFResult>(forCompletionOfAllTasks: deletions)
        })
    }

    /// The cast that every function with a result of its own needed.
    func firstAuthor() -> BFTask<StoredObject> {
        return client.find("Comment").thenTask { list in
            return self.client.fetch("Author", id: list.objects[0]["name"] as! String)
        }
    }

    func showFirstAuthor() {
        let author = firstAuthor().cast(to: BFTask<BFResult>.self)
        author.then { object in
            self.transcript.add("author: \((object as! StoredObject)["name"] as! String)")
        }.always({ task -> BFResult in
            if let error = task.error {
                self.transcript.add("no author: \(error)")
            }
            return nil
        })
    }

    func showCachedName(of id: String) {
        client.cachedName(of: id).always({ (task: BFTask<BFResult>) -> BFResult in
            if (task.result ?? nil) == nil {
                self.transcript.add("\(id) is not cached")
                return nil
            }
            if let name = task.result ?? nil {
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
    thread.deleteAllInOrder().always({ task -> BFResult in
        transcript.add(task.isFaulted ? "could not delete in order" : "deleted in order")
        return nil
    })
    network.answerAll()
    thread.deleteAll().always({ task -> BFResult in
        transcript.add(task.error == nil ? "deleted" : "could not delete")
        return nil
    })
    network.answerAll()
    let author = StoredObject(className: "Author", fields: ["name": "cid"])
    client.save(author).thenTask { saved in
        transcript.add("saved as \(author.identifier ?? "nothing")")
        return self_check(saved as! StoredObject)
    }
    network.answerAll()
}

private func self_check(_ object: StoredObject) -> BFTask<BFResult> {
    return BFTask(result: object.identifier as BFResult)
}
