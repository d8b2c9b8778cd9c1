import Bolts6

/// The aliased module re-exports the package's others, as `Bolts` does.
public func titleLength(of title: BoltsTask<String>) -> BoltsTask<Int> {
    title.continueOnSuccessWith { $0.count }
}
