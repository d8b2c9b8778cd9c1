import BoltsAppLinks
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The methods that receive a link when it starts an app and while the app runs: a row for each kind of link.
enum ReceiverTable {
    /// The lines of an app; lost or undecided links are shown first.
    ///
    /// Methods that lose no link are no reason unless every answer is known and good (`isAnswered`). `isOther` if the answers are
    /// about another app of the platform; `omitsSchemes` if nobody asks about links of the app's own schemes, which are then shown
    /// only if they reach it. The printed `findings` say more about lost links than the list.
    static func block(
        _ app: LinkReceivers,
        isOther: Bool = false,
        isAnswered: Bool = true,
        omitsSchemes: Bool = false,
        beside findings: Set<Finding> = []
    ) -> BoundedLines.Block {
        let routes = app.routes.filter {
            !omitsSchemes || $0.link != "custom scheme" || ($0.cold.outcome, $0.warm.outcome) == (.called, .called)
        }
        let outcomes = routes.flatMap { [$0.cold.outcome, $0.warm.outcome] }
        let isLost = outcomes.contains { $0 != .called && $0 != .undecided }
        let isFound = app.findings.contains { $0.severity > .note && findings.contains($0) }
        return BoundedLines.Block(
            AnswerTable.plain("\(app.title):") + groups(routes).flatMap { lines($0, of: $1) },
            isUrgent: isLost,
            isHeld: isOther || isFound || !isLost && !isAnswered
        )
    }

    /// The names of routes that lead to the same methods, with one of them.
    private static func groups(_ routes: [LinkReceivers.Route]) -> [(name: String, route: LinkReceivers.Route)] {
        var groups: [(links: [String], route: LinkReceivers.Route)] = []
        for route in routes {
            let same = groups.firstIndex { other in
                other.route.component == route.component && other.route.cold == route.cold
                    && other.route.warm == route.warm
            }
            if let same { groups[same].links.append(route.link) } else { groups.append(([route.link], route)) }
        }
        return groups.map { links, route in
            let place = route.component.map { " to \($0.sanitized(limit: 100))" } ?? ""
            return (links.joined(separator: " and ") + place, route)
        }
    }

    private static func lines(_ name: String, of route: LinkReceivers.Route) -> [StyledText] {
        // A method that is called in both cases is printed once.
        let times =
            route.cold == route.warm
            ? [("cold and warm", route.cold)] : [("cold", route.cold), ("warm", route.warm)]
        return times.flatMap { time, moment in
            let (sign, style) = mark(moment.outcome)
            let text = "\(sign) \(name), \(time): \(moment.description)"
            let lines = WrappedText.lines(text, width: WrappedText.width - 2, indent: 4)
            return lines.map { StyledText("  \($0)", moment.outcome == .called ? nil : style) }
        }
    }

    private static func mark(_ outcome: LinkReceivers.Outcome) -> (String, TextStyle) {
        switch outcome {
        case .called: ("\u{2713}", .success)
        case .lost, .twice: ("\u{2717}", .warning)
        case .undecided: ("?", .note)
        }
    }
}
