extension TaskSnapshot {
    /// The snapshot as JSON: an object with `tasks`, `cycles`, `abandoned` and `abandonedCount`.
    ///
    /// Unknown values are omitted. Ages are in milliseconds. Invisible characters are escaped.
    public var json: String {
        var json = JSONStreamWriter()
        json.object { json in
            json.key("tasks")
            json.array { json in for task in tasks { task.write(to: &json) } }
            json.key("cycles")
            json.array { json in for cycle in cycles { json.numbers(cycle) } }
            json.key("abandoned")
            json.array { json in for task in abandoned { task.write(to: &json) } }
            json.key("abandonedCount")
            json.value(abandonedCount)
        }
        return json.text
    }
}

extension PendingTask {
    fileprivate func write(to json: inout JSONStreamWriter) {
        json.object { json in
            json.key("id")
            json.value(id)
            json.describe(name, type, kind, place)
            json.key("state")
            json.value(state.rawValue)
            json.key("age")
            json.value(age.milliseconds)
            if let executor {
                json.key("executor")
                json.value(executor)
            }
            if let thread {
                json.key("thread")
                json.value(thread)
            }
            json.key("isOnMainThread")
            json.value(isOnMainThread)
            json.key("waitsFor")
            json.numbers(waitsFor)
            json.key("awaitedBy")
            json.numbers(awaitedBy)
        }
    }
}

extension AbandonedTask {
    fileprivate func write(to json: inout JSONStreamWriter) {
        json.object { json in
            json.describe(name, type, kind, place)
            json.key("lifetime")
            json.value(lifetime.milliseconds)
            json.key("age")
            json.value(age.milliseconds)
        }
    }
}

extension JSONStreamWriter {
    fileprivate mutating func numbers(_ numbers: [UInt64]) {
        array { json in for number in numbers { json.value(number) } }
    }

    fileprivate mutating func describe(_ name: String?, _ type: String, _ kind: TaskKind, _ place: CreationPlace?) {
        if let name {
            key("name")
            value(name)
        }
        key("type")
        value(type)
        key("kind")
        value(kind.rawValue)
        guard let place else { return }
        key("file")
        value(place.file)
        key("line")
        value(place.line)
        key("function")
        value(place.function)
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds.multipliedReportingOverflow(by: 1_000).partialValue &+ attoseconds / 1_000_000_000_000_000
    }
}
