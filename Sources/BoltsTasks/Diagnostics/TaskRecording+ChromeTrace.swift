extension TaskRecording {
    /// The recording in the Trace Event Format, which Perfetto (ui.perfetto.dev) and `chrome://tracing` open.
    ///
    /// Each task is an asynchronous slice from its creation to its completion; a pending one has no end. Each closure is a
    /// slice on the thread that ran it, and so is each completion by a source, one microsecond long. An arrow leads from the
    /// event that completed a task to the closure that ran after it.
    public var chromeTrace: String {
        var events: [(time: UInt64, write: (inout JSONStreamWriter) -> Void)] = []
        let byID = Dictionary(slices.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for slice in slices {
            events.append((slice.created, { slice.writeBegin(to: &$0) }))
            if let completed = slice.completed {
                events.append((completed, { slice.writeEnd(completed, to: &$0) }))
            }
            let onThread = slice.onThread
            if let onThread { events.append((onThread.start, { slice.writeThreadSlice(onThread, to: &$0) })) }
            guard let run = slice.run, let cause = byID[slice.trigger]?.onThread else { continue }
            // The flow must start inside the cause's slice, and not after its end.
            let start = min(cause.end > cause.start ? cause.end - 1 : cause.start, run.start)
            events.append((start, { slice.writeFlow("s", start, cause.thread, to: &$0) }))
            events.append((run.start, { slice.writeFlow("f", run.start, run.thread, to: &$0) }))
        }
        // The order is stable, so that a slice begins before the flow that starts in it.
        let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
        var json = JSONStreamWriter(isForScripts: false)
        json.object { json in
            json.key("displayTimeUnit")
            json.value("ms")
            json.key("traceEvents")
            json.array { json in
                writeProcessName(to: &json)
                for index in order { events[index].write(&json) }
            }
        }
        return json.text
    }

    private func writeProcessName(to json: inout JSONStreamWriter) {
        json.object { json in
            json.key("ph")
            json.value("M")
            json.key("name")
            json.value("process_name")
            json.key("pid")
            json.value(1)
            json.key("args")
            json.object { json in
                json.key("name")
                json.value(CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "tasks")
            }
        }
    }
}

extension TaskRecording.Slice {
    /// The slice of a thread in which the task was completed: its closure, or the call that completed it.
    fileprivate var onThread: (start: UInt64, end: UInt64, thread: UInt64)? {
        if let run { return run }
        guard let completed, kind == .source else { return nil }
        return (completed, completed + 1_000, completingThread)
    }

    private func writeHead(
        _ phase: String,
        _ name: String,
        _ category: String,
        _ time: UInt64,
        to json: inout JSONStreamWriter
    ) {
        json.key("ph")
        json.value(phase)
        json.key("name")
        json.value(name)
        json.key("cat")
        json.value(category)
        json.key("pid")
        json.value(1)
        json.key("ts")
        json.value(thousandths: time)
    }

    private func writeThread(_ thread: UInt64, to json: inout JSONStreamWriter) {
        json.key("tid")
        json.value(thread)
    }

    /// Writes the number as local to the process, so that viewers show the slices below the process.
    private func writeLocalID(to json: inout JSONStreamWriter) {
        json.key("id2")
        json.object { json in
            json.key("local")
            json.value("\(id)")
        }
    }

    fileprivate func writeBegin(to json: inout JSONStreamWriter) {
        json.object { json in
            writeHead("b", label, "task", created, to: &json)
            writeThread(0, to: &json)
            writeLocalID(to: &json)
            json.key("args")
            json.object { json in
                json.key("kind")
                json.value(kind.rawValue)
                guard let place else { return }
                json.key("place")
                json.value(place.description)
            }
        }
    }

    fileprivate func writeEnd(_ time: UInt64, to json: inout JSONStreamWriter) {
        json.object { json in
            writeHead("e", label, "task", time, to: &json)
            writeThread(0, to: &json)
            writeLocalID(to: &json)
            json.key("args")
            json.object { json in
                json.key("outcome")
                json.value(outcome ?? "unknown")
            }
        }
    }

    fileprivate func writeThreadSlice(
        _ slice: (start: UInt64, end: UInt64, thread: UInt64),
        to json: inout JSONStreamWriter
    ) {
        json.object { json in
            writeHead("X", run == nil ? "complete \(label)" : label, "closure", slice.start, to: &json)
            writeThread(slice.thread, to: &json)
            json.key("dur")
            json.value(thousandths: slice.end - slice.start)
        }
    }

    fileprivate func writeFlow(_ phase: String, _ time: UInt64, _ thread: UInt64, to json: inout JSONStreamWriter) {
        json.object { json in
            writeHead(phase, "then", "flow", time, to: &json)
            writeThread(thread, to: &json)
            json.key("id")
            json.value("\(id)")
            if phase == "f" {
                // The flow is bound to the enclosing slice instead of the next one.
                json.key("bp")
                json.value("e")
            }
        }
    }
}
