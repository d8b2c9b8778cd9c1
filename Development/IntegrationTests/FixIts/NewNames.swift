// Old code in a module that has `import Bolts` only. `check-fix-its.py` compares each error with the comment above the call, and
// looks for its text in the first row of the guide's table of errors.
import Bolts

// says: cannot find type 'BFTask' in scope
func load() -> BFTask<Int> { fatalError() }

func callers(_ task: BoltsTask<Int>) {
    // says: cannot find 'BFTask' in scope
    _ = BFTask<Int>(result: 1)
    // says: value of type 'BoltsTask<Int>' has no member 'continueWithBlock'
    task.continueWithBlock { task in task.result ?? 0 }
}
