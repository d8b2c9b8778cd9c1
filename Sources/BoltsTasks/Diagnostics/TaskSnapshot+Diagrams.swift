internal import BoltsBase

extension TaskSnapshot {
    /// The graph in Graphviz' DOT language, with an arrow from each task to those it waits for.
    ///
    /// Tasks in a cycle are red.
    public var graphviz: String {
        let inCycle = Set(cycles.joined())
        var lines = ["digraph tasks {", "  rankdir=LR;", "  node [shape=box];"]
        for task in tasks {
            let label = task.diagramLines.map { $0.escapedForGraphviz }.joined(separator: #"\n"#)
            let color = inCycle.contains(task.id) ? ", color=red" : ""
            lines.append("  t\(task.id) [label=\"\(label)\"\(color)];")
        }
        for task in tasks { lines += task.waitsFor.map { "  t\(task.id) -> t\($0);" } }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// The graph as a Mermaid flowchart, with an arrow from each task to those it waits for.
    ///
    /// Tasks in a cycle are red.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for task in tasks {
            let label = task.diagramLines.map { $0.escapedForMermaid }.joined(separator: "<br/>")
            lines.append("    t\(task.id)[\"\(label)\"]")
        }
        for task in tasks { lines += task.waitsFor.map { "    t\(task.id) --> t\($0)" } }
        lines += Set(cycles.joined()).sorted().map { "    style t\($0) stroke:#f00" }
        return lines.joined(separator: "\n")
    }
}

extension PendingTask {
    fileprivate var diagramLines: [String] {
        var lines = [label, "\(kind.words), \(state.rawValue), \(age.short)"]
        if let place { lines.append(place.description.visible) }
        return lines
    }
}

extension String {
    /// The inside of a quoted string in DOT.
    fileprivate var escapedForGraphviz: String {
        // The text is processed by scalars: a quotation mark with a combining mark is another character, but still ends the string.
        unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }

    /// The inside of a quoted label in Mermaid, whose only escapes are entities, written with a number sign.
    fileprivate var escapedForMermaid: String {
        unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "-", "_", "/":
                result.unicodeScalars.append(scalar)
            case _ where scalar.isASCII: result += "#\(scalar.value);"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
