"""Rewrites code for Bolts-Swift."""
import re

from .objective_c import functions
from .source import IMPORT_KINDS, IMPORT_MODIFIERS, arguments, closing, enclosing_brace, has_two_arguments

SWIFT_TASK_MEMBERS = "sleep|yield|isCancelled|detached|immediate|checkCancellation|currentPriority|basePriority"
SWIFT_TASK_LABELS = "priority|name|operation|executorPreference"
# `typealias Task = BoltsSwift.Task`: another name of Bolts-Swift's type, even in a file that was already moved.
ALIAS = re.compile(
    r"\btypealias\s+(\w+)(?:\s*<\s*\w+\s*>)?\s*=\s*(?:BoltsSwift\s*\.\s*)?(Task|Executor|BoltsTask)\b(?:[ \t]*<[^<>,\n]*>)?(?![ \t]*[<.\w])")
DECLARATION = re.compile(r"\b(?:class|struct|enum|protocol|actor|typealias|associatedtype)\s+(\w+\b(?:\s*<)?)")


class Module:
    """The names that the files of a program declare for each other."""

    def __init__(self):
        self.types = set()
        self.task_aliases = set()
        # The functions of Bolts for Objective-C that return a `BFTask`, and those that return something else.
        self.task_functions, self.other_functions = set(), set()

    def add(self, mask):
        returned, others = functions(mask)
        self.task_functions |= returned
        self.other_functions |= others
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


def declarations(mask):
    """The types that a file declares at its top level, and (name, name of the outer type) of those inside others."""
    mask = aliases_removed(mask)
    top, nested = set(), set()
    for match in DECLARATION.finditer(mask):
        name, opening = match[1].rstrip(" <"), enclosing_brace(mask, match.start())
        if opening is None:
            top.add(name)
        else:
            outer = re.search(r"\b(?:class|struct|enum|protocol|actor|extension)\s+([\w.]+)[^{}]*$", mask[:opening])
            nested.add((name, outer[1] if outer else None))
            if not outer:
                top.add(name)  # In a function: the whole file is left as it is.
    return top, {(name, outer) for name, outer in nested if outer}


def scopes(mask, nested, name):
    """The bodies of the types, and of their extensions, in which `name` is a nested type."""
    for outer in {outer for declared, outer in nested if declared == name}:
        for match in re.finditer(rf"\b(?:class|struct|enum|protocol|actor|extension)\s+{re.escape(outer)}\b[^{{}}]*(?=\{{)", mask):
            yield match.end(), closing(mask, match.end())


def cases_and_labels(mask, name):
    """Where `name` is a case of an enum, the label of a parameter, a variable or a function, and no type."""
    for match in re.finditer(r"\bcase[ \t]+(?=\w)(?!let\b|var\b|is\b)", mask):
        at = match.end()
        while item := re.compile(r"[ \t]*(\w+)[ \t]*(?=[,(=;\n}]|$)").match(mask, at):
            if item[1] == name:
                yield item.start(1)
            at = item.end()
            if mask[at:at + 1] == "(":
                at = closing(mask, at)
            at = re.compile(r"[ \t]*(?:=[^,\n]*)?").match(mask, at).end()
            if mask[at:at + 1] != ",":
                break
            at = re.compile(r",\s*").match(mask, at).end()
    for match in re.finditer(rf"(?<=[(,])\s*({name})[ \t]+\w+\s*:|\b(?:let|var|func)[ \t]+({name})\b", mask):
        yield match.start(match.lastindex)


def outside(source, nested, name, pattern, replacement):
    """Replaces a type's name except where it stands for something else."""
    inner, others = list(scopes(source.mask, nested, name)), set(cases_and_labels(source.mask, name))

    def unless_other(match):
        if match.start() in others or any(start <= match.start() < end for start, end in inner):
            return None
        return replacement(match)

    source.substitute(pattern, unless_other)


def task_aliases(mask):
    return {name for name, type in ALIAS.findall(mask) if type != "Executor"}


def aliases_removed(mask):
    return ALIAS.sub(lambda match: " " * len(match[0]), mask)


def move_swift(source, note, is_certain, module):
    del is_certain
    aliases = module.task_aliases | task_aliases(source.mask)
    declared, nested = declarations(source.mask)
    declared |= {name for name in ("Task", "Executor") if module.declares(name, source.mask)}
    if re.search(r"\bimport\s+(?:\w+\s+)?Bolts\b", source.mask):
        # The import is removed with its whole line, or with the semicolon that follows it.
        source.substitute(rf"(?m)^\ufeff?[ \t]*{IMPORT_MODIFIERS}import[ \t]+(?:\w+[ \t]+)?BoltsSwift(?:\.\w+)?[ \t]*\n", "")
        source.substitute(rf"(?:;[ \t]*)?\b{IMPORT_MODIFIERS}import[ \t]+(?:\w+[ \t]+)?BoltsSwift(?:\.\w+)?\b(?:[ \t]*;)?", "")
    else:
        source.substitute(rf"({IMPORT_MODIFIERS}\bimport[ \t]+)(?:{IMPORT_KINDS}[ \t]+)?BoltsSwift(?:\.\w+)?\b", r"\1Bolts")
    # `Task { … }` ran the closure before it returned; so does the initializer that takes an executor.
    names = [r"BoltsSwift\s*\.\s*Task", *sorted(({"Task"} | aliases) - declared)]
    outside(source, nested, "Task",
            rf"(?<![\w.])({'|'.join(names)})\b(\s*<[^<>\n]*>)?(\s*\.\s*init)?(?=\s*\{{(?!\s*(?:get|set|return)\b))", closure_task(source, note))
    # An alias named BoltsTask would refer to itself.
    source.substitute(r"\b(typealias\s+BoltsTask\b(?:\s*<\s*\w+\s*>)?\s*=\s*)BoltsSwift\s*\.\s*Task\b", r"\1Bolts.BoltsTask")
    source.substitute(r"\b(typealias\s+BoltsExecutor\s*=\s*)BoltsSwift\s*\.\s*Executor\b", r"\1Bolts.BoltsExecutor")
    source.substitute(r"\bBoltsSwift\s*\.\s*(Task|Executor)\b", r"Bolts\1")
    source.substitute(r"\bBoltsSwift\s*\.\s*(?=\w)", "")
    if "Task" not in declared:
        outside(
            source, nested, "Task",
            rf"(?<![\w.])Task\b(?!\s*\.\s*(?:{SWIFT_TASK_MEMBERS})\b)(?!(?:\s*\.\s*init)?\s*\(\s*(?:{SWIFT_TASK_LABELS})\s*:)"
            r"(?!\s*\.\s*init\s*\{)(?!\s*:(?!:))",
            swift_task(source))
    for name in sorted(({"BoltsTask"} | aliases) - declared):
        source.substitute(rf"(?<![\w.]){name}\s*<[^<>\n]*>(?=\s*\.\s*withDelay\b)", f"{name}<Void>")
    if "Executor" not in declared:
        outside(source, nested, "Executor", r"(?<!\btypealias )(?<![\w.])Executor\b(?!\s*:(?!:))", lambda _: "BoltsExecutor")
    if not re.search(r"<[^<>\n]*\bTResult\b[^<>\n]*>\s*\(|\b(?:class|struct|enum)\s+\w+\s*<[^<>\n]*\bTResult\b", source.mask):
        source.substitute(r"\bTResult\b", "Success")
    error_types(source)
    source.substitute(r"((?<!func )\bcontinue(?:OnSuccess|OnError)?With(?:Task)?\s*\(\s*)(?=\.mainThread\b)", r"\1on: ")
    source.substitute(r"\(\s*((?:\w+[?!]?\.)*\w+)\.error\s+as\?\s+AggregateError\s*\)\s*\?\s*\.errors\s*\?\?\s*\[\s*\]",
                      r"\1.errors")


def closure_task(source, note):
    def replacement(match):
        # Before a body, the name may be a type: that of a function's result or a property, or in a constraint, a cast or an
        # extension.
        if re.search(r"(?:->|:|==|\bextension|\bis|\bas[?!]?)\s*$", source.mask[max(0, match.start() - 200):match.start()]):
            return None
        opening = source.mask.index("{", match.end())
        if re.search(r"\bawait\b", source.mask[opening:closing(source.mask, opening)]):
            note(match.start(), "awaits")
            return "_Concurrency.Task" + (match[2] or "") + (match[3] or "")
        if match[2] and "," in match[2] or re.match(r"\s*@\w+", source.mask[opening + 1:]):
            return "_Concurrency.Task" + (match[2] or "") + (match[3] or "")
        name = "BoltsTask" if match[1] == "Task" or "." in match[1] else match[1]
        return f"{name}{match[2] or ''}{match[3] or ''}(.default)"
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
    for match in re.finditer(r"(?<!func )\bcontinueOnErrorWith(?:Task)?\b\s*(?=[({])", source.mask):
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
