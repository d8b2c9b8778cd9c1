import BoltsObjCNames
import BoltsTasks
import Testing

struct ProbeTests {
    @available(*, deprecated)
    @Test func probe() {
        let t = BFTask(result: 1).continueWithBlock {
            (task: BFTask<Int>!) -> BFTask<String> in
            BFTask(result: "x")
        }.continueWithBlock {
            (task: BFTask<String>!) -> (any Sendable)? in
            if task.error != nil { return nil }
            return BFTask(result: 5)
        }.continueWithSuccessBlock {
            (task: BFTask<(any Sendable)?>!) -> (any Sendable)? in
            return task.result ?? nil
        }
        #expect(t.result as? Int == 5)
    }
}
