// swift-format-ignore-file
import Bolts
import Foundation

class AccessToken {
    let text: String
    init(text: String) { self.text = text }
}

class Profile {
    let name: String
    let isNew: Bool

    init(name: String, isNew: Bool) {
        self.name = name
        self.isNew = isNew
    }
}

/// Logs in as Facebook's SDK did: a dialog, a token, a profile.
class LoginFlow {
    enum LoginError: Error {
        case refused
    }

    private let network: Network
    private var token: AccessToken?

    init(network: Network) {
        self.network = network
    }

    private func call(_ path: String) -> BFTask<AnyObject> {
        let completion = BFTaskCompletionSource<AnyObject>()
        network.request(path) { answer, error in
            guard let answer = answer else {
                completion.set(error: error!)
                return
            }
            completion.set(result: answer as AnyObject)
        }
        return completion.task
    }

    /// Xcode completed the block as `-> Any?`. It returns a task, which must be waited for.
    func logIn() -> BFTask<AnyObject> {
        return call("/login").continueWith(block: { (task: BFTask<AnyObject>) -> Any? in
            if task.isFaulted || task.isCancelled {
                return BFTask<AnyObject>(error: LoginError.refused)
            }
            let answer = task.result as! [String: Any]
            self.token = AccessToken(text: answer["token"] as! String)
            return self.call("/me?access_token=\(self.token!.text)")
        })
    }

    func profile() -> BFTask<Profile> {
        return logIn().continueOnSuccessWith(block: { (task: BFTask<AnyObject>) -> Any? in
            let fields = task.result as! [String: Any]
            return Profile(name: fields["name"] as! String, isNew: fields["is_new"] as? Bool ?? false)
        }) as! BFTask<Profile>
    }

    /// The trailing form, which means `block:` as well.
    func showProfile() {
        profile().continueWith { task in
            if let error = task.error {
                self.network.transcript.add("login failed: \(error)")
                return nil
            }
            let profile = task.result!
            self.network.transcript.add("welcome \(profile.name)")
            return self.register(profile)
        }.continueWith(executor: BFExecutor.mainThread()) { task in
            self.network.transcript.add("done")
            return nil
        }
    }

    private func register(_ profile: Profile) -> BFTask<AnyObject>? {
        if !profile.isNew {
            return nil
        }
        return call("/register").continueOnSuccessWith { task in
            self.network.transcript.add("registered \(profile.name)")
            return task
        }
    }

    func logOut() -> BFTask<BFVoid> {
        let source = BFTaskCompletionSource<BFVoid>()
        call("/logout").continueWith { (task: BFTask<AnyObject>) -> Any? in
            self.token = nil
            if let error = task.error {
                source.set(error: error)
            } else {
                source.set(result: nil)
            }
            return nil
        }
        return source.task
    }
}

func runLogin(_ transcript: Transcript) {
    let network = Network(
        transcript,
        answers: [
            "/login": ["token": "t1"], "/me?access_token=t1": ["name": "Ann", "is_new": true],
            "/register": ["ok": true], "/logout": ["ok": true],
        ]
    )
    let flow = LoginFlow(network: network)
    flow.showProfile()
    network.answerAll()
    flow.logOut().continueWith { task in
        transcript.add(task.isCompleted ? "logged out" : "still logged in")
        return nil
    }
    network.answerAll()
    LoginFlow(network: Network(transcript)).showProfile()
}

func runRefusedLogin(_ transcript: Transcript) {
    let network = Network(transcript, answers: [:])
    LoginFlow(network: network).showProfile()
    network.answerAll()
}
