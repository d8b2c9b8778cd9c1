internal import BoltsBase
internal import BoltsTasks
internal import Foundation

/// The page at one moment, as HTML.
struct InspectorPage {
    /// The maximum number of tasks in the list.
    static let limit = 300

    private let snapshot: TaskSnapshot
    private let filter: TaskFilter
    private let tasks: [UInt64: PendingTask]
    /// The tasks that the filter includes, oldest first.
    private let included: [PendingTask]

    init(_ snapshot: TaskSnapshot, _ filter: TaskFilter) {
        self.snapshot = snapshot
        self.filter = filter
        tasks = Dictionary(snapshot.tasks.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        included = snapshot.tasks.filter { filter.includes($0) }
    }

    var html: String {
        let program = ProcessInfo.processInfo.processName.html
        let refresh = filter.refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">" } ?? ""
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            \(refresh)
            <title>\(snapshot.tasks.count) pending: \(program)</title>
            <link rel="stylesheet" href="/style.css">
            </head>
            <body>
            <header>
            <h1>\(program)</h1>
            <p class="process">process \(ProcessInfo.processInfo.processIdentifier)</p>
            <ul class="counts">\(counts)</ul>
            <nav aria-label="Other forms">\(links)</nav>
            </header>
            <main>
            \(cycles)
            \(blockedThreads)
            \(abandoned)
            \(pending)
            </main>
            </body>
            </html>

            """
    }

    // MARK: The head

    private var counts: String {
        func count(_ number: Int, _ one: String, _ many: String, _ anchor: String, isBad: Bool) -> String {
            let text = "<b>\(number)</b> \(number == 1 ? one : many)"
            let isBad = isBad && number > 0
            return "<li\(isBad ? " class=\"bad\"" : "")>\(isBad ? "<a href=\"#\(anchor)\">\(text)</a>" : text)</li>"
        }
        let threads = snapshot.blockedThreads.count
        return count(snapshot.tasks.count, "pending", "pending", "pending", isBad: false)
            + count(snapshot.cycles.count, "cycle", "cycles", "cycles", isBad: true)
            + count(threads, "blocked thread", "blocked threads", "blocked", isBad: true)
            + count(snapshot.abandonedCount, "abandoned", "abandoned", "abandoned", isBad: true)
    }

    private var links: String {
        [
            ("tasks.txt", "Text"), ("tasks.json", "JSON"), ("tasks.dot", "Graphviz"), ("tasks.mmd", "Mermaid"),
            ("trace.json", "Trace"),
        ]
        .map { "<a href=\"/\($0)\">\($1)</a>" }.joined(separator: " ")
    }

    // MARK: What is wrong

    private var cycles: String {
        if snapshot.cycles.isEmpty { return "" }
        let items = snapshot.cycles.prefix(20)
            .map { cycle in
                let shown = cycle.prefix(12).compactMap { tasks[$0] }.map { "<li>\(line($0))</li>" }
                let more = cycle.count > 12 ? "<li>and \(cycle.count - 12) more</li>" : ""
                return "<li><p>Each waits for the next, and the last for the first:</p><ol>"
                    + shown.joined() + more + "</ol></li>"
            }
        return section("cycles", "Cycles: none of these can complete", "<ul class=\"plain\">\(items.joined())</ul>")
    }

    private var blockedThreads: String {
        let threads = snapshot.blockedThreads
        if threads.isEmpty { return "" }
        let items = threads.prefix(50)
            .map { thread in
                let awaited = thread.waitsFor.compactMap { tasks[$0] }.map { link($0) }.joined(separator: ", ")
                return "<li>\(line(thread))\(awaited.isEmpty ? "" : "<p>until \(awaited) completes</p>")</li>"
            }
        return section("blocked", "Blocked threads", "<ul class=\"plain\">\(items.joined())</ul>")
    }

    private var abandoned: String {
        if snapshot.abandonedCount == 0 { return "" }
        let items = snapshot.abandoned.suffix(50).reversed()
            .map { task in
                """
                <li><b>\((task.name ?? task.type).cut(120).html)</b> \
                <span class="type">\(task.name == nil ? "" : task.type.cut(120).html)</span>
                <p class="facts">\(task.kind.words), \(task.lifetime.short) after it was created, \
                \(task.age.short) ago</p>\(place(task.place))</li>
                """
            }
        return section(
            "abandoned",
            "Abandoned: nobody was left to complete these",
            "<ul class=\"plain\">\(items.joined())</ul>"
        )
    }

    // MARK: What is pending

    private var pending: String {
        var content = FilterForm(filter).html
        if snapshot.tasks.isEmpty {
            content += "<p>No task is pending.</p>"
        } else if included.isEmpty {
            content += "<p>No task matches. <a href=\"/\">Show all</a></p>"
        } else {
            let drawing = GraphDrawing(snapshot, included)
            content += "<p>\(included.count) of \(snapshot.tasks.count), oldest first."
            content += " An arrow leads from a task to the task that it waits for.</p>"
            content += drawing.svg.map { "<div class=\"graph\">\($0)</div>" } ?? ""
            content += "<ul class=\"plain\">\(included.prefix(InspectorPage.limit).map(item).joined())</ul>"
            if included.count > InspectorPage.limit {
                content += "<p>and \(included.count - InspectorPage.limit) more: filter, or take the JSON.</p>"
            }
        }
        return section("pending", "Pending", content)
    }

    private func item(_ task: PendingTask) -> String {
        func list(_ name: String, _ ids: [UInt64]) -> String {
            if ids.isEmpty { return "" }
            let shown = ids.prefix(8).compactMap { tasks[$0] }.map { link($0) }.joined(separator: ", ")
            let more = ids.count > 8 ? " and \(ids.count - 8) more" : ""
            return "<p>\(name) \(shown)\(more)</p>"
        }
        return "<li id=\"task-\(task.id)\">\(line(task))\(list("waits for", task.waitsFor))"
            + "\(list("awaited by", task.awaitedBy))</li>"
    }

    private func line(_ task: PendingTask) -> String {
        var facts = [task.kind.words, task.age.short]
        if let executor = task.executor { facts.append("on " + executor.cut(80).html) }
        if task.state == .running, let thread = task.thread { facts.append("on thread \(thread)") }
        let type = task.name == nil ? "" : " <span class=\"type\">\(task.type.cut(120).html)</span>"
        return "<b>\(task.title.cut(120).html)</b>\(type) <span class=\"state \(task.stateWords)\">"
            + "\(task.stateWords)</span><p class=\"facts\">\(facts.joined(separator: ", "))</p>\(place(task.place))"
    }

    private func link(_ task: PendingTask) -> String {
        "<a href=\"#task-\(task.id)\">\(task.title.cut(60).html)</a>"
    }

    private func place(_ place: CreationPlace?) -> String {
        place.map { "<p class=\"place\">\($0.description.cut(200).html)</p>" } ?? ""
    }

    private func section(_ id: String, _ title: String, _ content: String) -> String {
        "<section id=\"\(id)\"><h2>\(title)</h2>\(content)</section>"
    }
}
