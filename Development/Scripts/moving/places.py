"""Places of moved code that a person has to look at, each with the row of the article that says what to write."""
import re

from .objective_c import FIELDS, data_casts, escaping_fields, members_of_results, nil_casts, untyped_values

ARTICLE = "Sources/BoltsObjCNames/Documentation.docc/MovingFromBolts.md"
# A line with this comment was already checked by the user.
LOOKED_AT = re.compile(r"//\s*moved:")

# For each key: a description of the place, and the row of the article by the beginning of its left column.
PLACES = {
    "navigate": ("navigate() returns a task", "`navigate(&error)`"),
    "subclass": ("tasks and executors cannot be subclassed", "a subclass of `BFTask` or `BFExecutor`"),
    "field-cast": ("the fields are JSON values: `as!` stops the program, and `as?` is always nil",
                   '`appLinkExtras?["promo"] as? String` without the script; `as!`'),
    "extras-as-a-whole": ("the values in extras are JSON values: code that takes them for `Any` finds no `String` in them",
                          "extras given to a parameter, a property or a cast of type `[String: Any]`"),
    "untyped-value": ("the value is a `AppLinkValue`, also where code takes it for `Any`: it is no `String`",
                      '`track(url.appLinkExtras?["promo"])`, `defaults.set('),
    "nil-result": ("if this is a `BFTask<BFResult>`, its result is a double optional, and nil is taken for a value",
                   "`load().result` passed on, without the script"),
    "query-cast": ("the parameters are no dictionary: `as?` is always nil, and `as!` stops the program",
                   "`url.targetQueryParameters as? [String: Any]`"),
    "exception": ("tasks have no exceptions: a thrown error fails the task", "`task.exception`, `setException`"),
    "nil-cast": ("the block returns nil, which is no result of this task: the task fails",
                 "a block that returns `nil`, and `.cast(to: BFTask<User>.self)` behind it"),
    "null-results": ("a task without a result leaves nil in the array, not NSNull", "`results[0] is NSNull` of"),
    "cast-to-task": ("a cast to a task: tasks of different types are never each other", "`task as! BFTask<User>` without the script"),
    "untyped-member": ("a result of no type has no members: cast it", "`task.result!.count` of a `BFTask<BFResult>`"),
    "swift-3-form": ("a continuation that Swift 3 did not have in this form",
                     "`continueWith(block:)`, `continueOnSuccessWith(block:)`, `continue(…)`"),
    "which-bolts": ("written for which Bolts? If for Objective-C's, run again with --dialect objc",
                    "`continueWith { … }` (trailing) for Bolts for Objective-C, without the script"),
    "aggregate": ("a single failure is that error itself and no AggregateError: `task.errors` has the errors of both",
                  "`Task.whenAll` with one failure (Bolts-Swift)"),
    "cancelled-error": ("a CancelledError cancels the task; it does not fail it",
                        "`set(error: CancelledError())`, `Task(error: CancelledError())`"),
    "unkept-source": ("a source that nobody keeps fails its task; it does not stay pending",
                      "a source that is released before it completes its task"),
    "when-any": ("does what it did; whenFirst also says which task completed first", "`Task.whenAny(tasks)` (Bolts-Swift)"),
    "awaits": ("taken for a task of Swift's own, because it awaits", "`Task { … }`"),
}

PATTERNS = {
    "navigate": r"\.navigate\s*\(\s*(?:&|to\s*:[^()\n]*,\s*error\s*:\s*&)|\.navigateToAppLink\s*\([^()\n]*\berror\s*:\s*&",
    "subclass": r"\bclass\s+\w+\s*:\s*BF(?:Task|Executor)\b",
    "field-cast": rf"{FIELDS}\s*[?!]?\s*\[[^\]\n]*\]\s*as[?!]",
    "query-cast": r"\b(?:target|input)QueryParameters\s*[?!]?\s*as[?!]",
    "exception": r"(?<!\w)task\.exception\b|\bset(?:E|\(e)xception\b",
    "aggregate": r"\b(?:as[?!]?|is)\s+AggregateError\b|:\s*AggregateError\b",
    "cancelled-error": r"\berror\s*:\s*CancelledError\s*\(",
    "unkept-source": r"\bTaskCompletionSource\s*(?:<[^()\n]*>)?\s*\(\s*\)\s*\.task\b",
    "when-any": r"\bBoltsTask\s*\.\s*whenAny\b",
}


def places(source):
    """(position, key) of each place in moved code."""
    for key, pattern in PATTERNS.items():
        for match in re.finditer(pattern, source.mask):
            yield match.start(), key
    for position in data_casts(source.mask):
        yield position, "field-cast"
    for position in escaping_fields(source.mask):
        yield position, "extras-as-a-whole"
    for position in untyped_values(source.mask):
        yield position, "untyped-value"
    for position in nil_casts(source.mask):
        yield position, "nil-cast"
    if "forCompletionOfAllTasksWithResults" in source.mask:
        for match in re.finditer(r"\b(?:is|as[?!]?)\s+NSNull\b|[!=]==?\s*NSNull\s*\(|\bNSNull\s*\(\s*\)\s*[!=]==?", source.mask):
            yield match.start(), "null-results"
    for position in members_of_results(source.mask):
        yield position, "untyped-member"


def is_looked_at(source, position):
    start = source.text.rfind("\n", 0, position) + 1
    end = source.text.find("\n", position)
    return LOOKED_AT.search(source.text[start:len(source.text) if end < 0 else end]) is not None
