// swift-format-ignore-file
import Bolts
import Foundation

final class AccessToken: Sendable {
    let text: String
    init(text: String) { self.text = text }
}

final class Profile: Sendable {
    let name: String
    let isNew: Bool

    init(name: String, isNew: Bool) {
        self.name = name
        self.isNew = isNew
    }
}

/// Logs in as Facebook's SDK did: a dialog, a token, a profile.
final class LoginFlow {
    enum LoginError: Error {
        case refused
    }

    private let network: Network
    private var token: AccessToken?

    init(network: Network) {
        self.network = network
    }

    private func call(_ path: String) -> BFTask<BFResult> {
        let completion = BFTaskCompletionSource<BFResult>()
        network.request(path) { answer, error in
            guard let answer = answer else {
                completion.set(error: error!)
                return
            }
            completion.set(result: answer)
        }
        return completion.task
    }

    /// Xcode completed the block as `-> Any?`. It returns a task, which must be waited for.
    func logIn() -> BFTask<BFResult> {
        return call("/login").always({ (task: BFTask<BFResult>) -> BFResult in
            if task.isFaulted || task.isCancelled {
                return BFTask<BFResult>(error: LoginError.refused)
            }
            let answer = task.result as! [String: Any]
            self.token = AccessToken(text: answer["token"] as! String)
            return self.call("/me?access_token=\(self.token!.text)")
        })
    }

    func profile() -> BFTask<Profile> {
        return logIn().then { answer in
            let fields = answer as! [String: Any]
            return Profile(name: fields["name"] as! String, isNew: fields["is_new"] as? Bool ?? false)
        }
    }

    /// The trailing form, which means `block:` as well.
    func showProfile() {
        profile().always { task -> BFResult in
            if let error = task.error {
                self.network.transcript.add("login failed: \(error)")
                return nil
            }
            let profile = task.result!
            self.network.transcript.add("welcome \(profile.name)")
            return self.register(profile)
        }.always { task -> BFResult in
            self.network.transcript.add("done")
            return nil
        }
    }

    private func register(_ profile: Profile) -> BFTask<BFResult>? {
        if !profile.isNew {
            return nil
        }
        return call("/register").then { answer in
            self.network.transcript.add("registered \(profile.name)")
            return answer
        }
    }

    func logOut() -> BFTask<BFVoid> {
        let source = BFTaskCompletionSource<BFVoid>()
        call("/logout").always { (task: BFTask<BFResult>) -> BFResult in
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
    flow.logOut().always { task -> BFResult in
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
