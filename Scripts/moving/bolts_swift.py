"""Rewrites code for Bolts-Swift."""
import re

from .source import arguments, closing, has_two_arguments

SWIFT_TASK_MEMBERS = "sleep|yield|isCancelled|detached|immediate|checkCancellation|currentPriority|basePriority|init"
SWIFT_TASK_LABELS = "priority|name|operation|executorPreference"
# `typealias Task = BoltsSwift.Task`: another name of Bolts-Swift's type, also in a file that has been moved.
ALIAS = re.compile(
    r"\btypealias\s+(\w+)(?:\s*<\s*\w+\s*>)?\s*=\s*(?:BoltsSwift\s*\.\s*)?(Task|Executor|BoltsTask)\b(?:[ \t]*<[^<>,\n]*>)?(?![ \t]*[<.\w])")
DECLARATION = re.compile(r"\b(?:class|struct|enum|protocol|actor|typealias|associatedtype)\s+(\w+\b(?:\s*<)?)")


class Module:
    """The names that the files of a program declare for each other."""

    def __init__(self):
        self.types = set()
        self.task_aliases = set()

    def add(self, mask):
        mask, depths, depth = aliases_removed(mask), [], 0
        for character in mask:
            depth += {"{": 1, "}": -1}.get(character, 0)
            depths.append(depth)
        is_private = re.compile(r"\b(?:file)?private\s+(?:\w+\s+)*$")
        self.types |= {match[1].replace(" ", "") for match in DECLARATION.finditer(mask) if depths[match.start()] == 0
                       and not is_private.search(mask[:match.start()].rpartition("\n")[2])}

    def add_aliases(self, mask):
        self.task_aliases |= task_aliases(mask)

    def declares(self, name, mask):
        """Whether `name` in a file is the program's own type, and not the generic one of Bolts-Swift."""
        is_generic = any(not has_two_arguments(mask, match.end() - 1)
                         for match in re.finditer(rf"(?<![\w.]){name}\s*<", mask))
        return f"{name}<" in self.types or name in self.types and not is_generic


def task_aliases(mask):
    return {name for name, type in ALIAS.findall(mask) if type != "Executor"}


def aliases_removed(mask):
    return ALIAS.sub(lambda match: " " * len(match[0]), mask)


def move_swift(source, note, is_certain, module):
    del is_certain
    aliases = module.task_aliases | task_aliases(source.mask)
    declared = {name.rstrip(" <") for name in DECLARATION.findall(aliases_removed(source.mask))}
    declared |= {name for name in ("Task", "Executor") if module.declares(name, source.mask)}
    if re.search(r"\bimport\s+(?:\w+\s+)?Bolts\b", source.mask):
        source.substitute(r"(?m)^[ \t]*(?:@\w+[ \t]+)*import[ \t]+(?:\w+[ \t]+)?BoltsSwift(?:\.\w+)?[ \t]*\n", "")
    else:
        source.substitute(r"(?m)^([ \t]*(?:@\w+[ \t]+)*import[ \t]+)(?:\w+[ \t]+)?BoltsSwift(?:\.\w+)?\b", r"\1Bolts")
    # `Task { … }` ran the closure before it returned; so does the initializer that takes an executor.
    names = [r"BoltsSwift\s*\.\s*Task", *sorted(({"Task"} | aliases) - declared)]
    source.substitute(rf"(?<![\w.])({'|'.join(names)})\b(\s*<[^<>\n]*>)?(?=\s*\{{(?!\s*(?:get|set|return)\b))",
                      closure_task(source, note))
    # An alias called BoltsTask would refer to itself.
    source.substitute(r"\b(typealias\s+BoltsTask\b(?:\s*<\s*\w+\s*>)?\s*=\s*)BoltsSwift\s*\.\s*Task\b", r"\1Bolts.BoltsTask")
    source.substitute(r"\b(typealias\s+BoltsExecutor\s*=\s*)BoltsSwift\s*\.\s*Executor\b", r"\1Bolts.BoltsExecutor")
    source.substitute(r"\bBoltsSwift\s*\.\s*(Task|Executor)\b", r"Bolts\1")
    source.substitute(r"\bBoltsSwift\s*\.\s*(?=\w)", "")
    if "Task" not in declared:
        source.substitute(
            rf"(?<![\w.])Task\b(?!\s*\.\s*(?:{SWIFT_TASK_MEMBERS})\b)(?!\s*\(\s*(?:{SWIFT_TASK_LABELS})\s*:)(?!\s*:(?!:))",
            swift_task(source))
    for name in sorted(({"BoltsTask"} | aliases) - declared):
        source.substitute(rf"(?<![\w.]){name}\s*<[^<>\n]*>(?=\s*\.\s*withDelay\b)", f"{name}<Void>")
    if "Executor" not in declared:
        source.substitute(r"(?<!\btypealias )(?<![\w.])Executor\b(?!\s*:(?!:))", "BoltsExecutor")
    if not re.search(r"<[^<>\n]*\bTResult\b[^<>\n]*>\s*\(|\b(?:class|struct|enum)\s+\w+\s*<[^<>\n]*\bTResult\b", source.mask):
        source.substitute(r"\bTResult\b", "Success")
    error_types(source)
    source.substitute(r"(\.continue(?:OnSuccess|OnError)?With(?:Task)?\s*\(\s*)(?=\.mainThread\b)", r"\1on: ")
    source.substitute(r"\(\s*((?:\w+[?!]?\.)*\w+)\.error\s+as\?\s+AggregateError\s*\)\s*\?\s*\.errors\s*\?\?\s*\[\s*\]",
                      r"\1.errors")
    for pattern, text in [
        (r"\b(?:as[?!]|is)\s+AggregateError\b|:\s*AggregateError\b",
         "a single failure is that error itself and no AggregateError: `task.errors` has the errors of both"),
        (r"\berror\s*:\s*CancelledError\s*\(", "a CancelledError cancels the task; it does not fail it"),
        (r"\bTaskCompletionSource\s*(?:<[^()\n]*>)?\s*\(\s*\)\s*\.task\b",
         "a source that nobody keeps fails its task; it does not stay pending"),
        (r"\bBoltsTask\s*\.\s*whenAny\b", "completes with the first task to complete, as before; see whenFirst"),
    ]:
        for match in re.finditer(pattern, source.mask):
            note(match.start(), text)


def closure_task(source, note):
    def replacement(match):
        opening = source.mask.index("{", match.end())
        if re.search(r"\bawait\b", source.mask[opening:closing(source.mask, opening)]):
            note(match.start(), "taken for a task of Swift's own, because it awaits")
            return "_Concurrency.Task" + (match[2] or "")
        # A type before a body: of a function's result or of a property, in a constraint, a cast or an extension.
        if re.search(r"(?:->|:|==|\bextension|\bis|\bas[?!]?)\s*$", source.mask[max(0, match.start() - 200):match.start()]):
            return None
        if match[2] and "," in match[2] or re.match(r"\s*@\w+", source.mask[opening + 1:]):
            return "_Concurrency.Task" + (match[2] or "")
        name = "BoltsTask" if match[1] == "Task" or "." in match[1] else match[1]
        return f"{name}{match[2] or ''}(.default)"
    return replacement


def swift_task(source):
    """`Task` becomes `BoltsTask`, except for Swift's own, which has two type arguments."""
    def replacement(match):
        if re.search(r"\btypealias\s+$", source.mask[max(0, match.start() - 200):match.start()]):
            return None
        generic = re.compile(r"\s*(<)").match(source.mask, match.end())
        if generic and has_two_arguments(source.mask, generic.start(1)):
            return "_Concurrency.Task"
        return "BoltsTask"
    return replacement


def error_types(source):
    """`continueOnErrorWith { error in … }` becomes `{ (error: any Error) in … }`."""
    edits = []
    for match in re.finditer(r"\.continueOnErrorWith(?:Task)?\b\s*(?=[({])", source.mask):
        places = [match.end()]
        if source.mask[match.end()] == "(":
            places = [argument[2] for argument in arguments(source.mask, match.end())]
            places.append(re.compile(r"\s*").match(source.mask, closing(source.mask, match.end())).end())
        for place in places:
            untyped = re.compile(
                r"\{(\s*(?:\[[^\]]*\]\s*)?)\(?\s*(\w+)(?:\s*:\s*(?:any\s+)?Error)?(?:\s*\))?((?:\s*throws)?(?:\s*->[^\n{}]+?)?\s+in\b)"
            ).match(source.mask, place)
            if untyped:
                edits.append((untyped.end(1), untyped.start(3), f"({untyped[2]}: any Error)"))
            elif source.mask[place:place + 1] == "{":
                body = source.mask[place + 1:closing(source.mask, place) - 1]
                # In a closure within this one `$0` would be another parameter.
                if re.search(r"\$0\b", body) and "{" not in body and not re.search(r"\berror\b", body):
                    edits.append((place + 1, place + 1, " (error: any Error) in"))
                    edits += [(place + 1 + found.start(), place + 1 + found.end(), "error")
                              for found in re.finditer(r"\$0\b", body)]
    source.edit(edits)
