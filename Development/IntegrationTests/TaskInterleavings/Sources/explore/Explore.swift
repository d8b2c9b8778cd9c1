internal import CScheduler
internal import Foundation

// explore [--bound N] [--long] [--written] [--only TEXT] [--list] [--verbose]
@main
struct Explore {
    static func main() {
        let arguments = CommandLine.arguments
        func value(of option: String) -> String? {
            arguments.firstIndex(of: option).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
        }
        let bound = value(of: "--bound").flatMap { Int($0) } ?? 2
        let isLong = arguments.contains("--long")
        let only = value(of: "--only")
        let generated = arguments.contains("--written") ? [] : GeneratedPrograms.all(isLong: isLong)
        let programs = (generated + WrittenPrograms.all)
            .filter { program in only.map { program.name.contains($0) } ?? true }
        if arguments.contains("--list") {
            for program in programs { print(program.name) }
            return
        }
        scheduler_prepare()
        var explorer = Explorer()
        for program in programs {
            let count = explorer.explore(program, bound: max(bound, program.leastBound))
            if arguments.contains("--verbose") { print("\(count)\t\(program.name)") }
        }
        let seconds = Double(clock()) / Double(CLOCKS_PER_SEC)
        print(
            "\(programs.count) programs, \(explorer.executions) executions, \(scheduler_steps()) steps, "
                + "at most \(bound) preemptions unless a program needs more, 0 faults, \(Int(seconds.rounded(.up))) s of CPU"
        )
    }
}
