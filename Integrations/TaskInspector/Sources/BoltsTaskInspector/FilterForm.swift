internal import BoltsTasks

/// The form that filters the page, without a script.
struct FilterForm {
    private let filter: TaskFilter

    init(_ filter: TaskFilter) { self.filter = filter }

    var html: String {
        let states = PendingTask.State.allCases.map { option($0.rawValue, $0.rawValue, filter.state == $0) }
        let ages = [(1, "1 s"), (10, "10 s"), (60, "1 min"), (600, "10 min")]
            .map { option("\($0)", "over \($1)", filter.age == $0) }
        let times = [(1, "1 s"), (5, "5 s"), (30, "30 s")].map { option("\($0)", "every \($1)", filter.refresh == $0) }
        return """
            <form action="/" method="get">
            \(field("Name, type or place", "text", filter.text))
            \(field("Executor", "executor", filter.executor))
            \(select("State", "state", "any", states))
            \(select("Age", "age", "any", ages))
            \(select("Renew", "refresh", "by hand", times))
            <button>Show</button>\(filter.isEmpty ? "" : "<a href=\"/\">Show all</a>")
            </form>
            """
    }

    private func field(_ label: String, _ name: String, _ value: String) -> String {
        "<label>\(label) <input name=\"\(name)\" value=\"\(value.html)\" autocomplete=\"off\"></label>"
    }

    private func select(_ label: String, _ name: String, _ none: String, _ options: [String]) -> String {
        "<label>\(label) <select name=\"\(name)\">\(option("", none, false))\(options.joined())</select></label>"
    }

    private func option(_ value: String, _ text: String, _ isSelected: Bool) -> String {
        "<option value=\"\(value)\"\(isSelected ? " selected" : "")>\(text)</option>"
    }
}
