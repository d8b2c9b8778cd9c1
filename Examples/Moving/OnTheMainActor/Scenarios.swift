/// The programs that must do the same before and after.
let scenarios: [(name: String, run: @MainActor (Transcript) -> Void)] = [
    ("comments", runComments), ("login", runLogin), ("refused login", runRefusedLogin), ("transfers", runTransfers),
    ("links", runLinks), ("feed", runFeed), ("abandoned choice", runAbandonedChoice),
    ("cancelled image", runCancelledImage),
]
