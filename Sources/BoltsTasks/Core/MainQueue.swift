internal import CBoltsTasks
internal import Dispatch

/// Returns whether the caller runs on the main queue.
///
/// The main thread does not always serve the main queue: after `dispatchMain()`, on Linux, any thread may.
enum MainQueue {
    private static let mark: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool {
        bolts_is_main_thread() || DispatchQueue.getSpecific(key: mark) == true
    }
}
