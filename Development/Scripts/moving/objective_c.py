"""Rewrites code for Bolts for Objective-C, as Swift 3 or later imported it."""
import re

from .source import arguments, closing, enclosing_brace, generic_end

CONTINUATION = r"\.(?:continueWithBlock|continueWithSuccessBlock|continueWithExecutor|continueWith|continueOnSuccessWith)"
SWIFT_3 = {
    (None,): ("continueWithBlock", []),
    (None, "cancellationToken"): ("continueWithBlock", []),
    ("successBlock",): ("continueWithSuccessBlock", [(0, None)]),
    ("successBlock", "cancellationToken"): ("continueWithSuccessBlock", [(0, None)]),
    ("with", "with"): ("continueWithExecutor", [(0, None), (1, "withBlock")]),
    ("with", "withSuccessBlock"): ("continueWithExecutor", [(0, None)]),
    ("with", "block", "cancellationToken"): ("continueWithExecutor", [(0, None)]),
    ("with", "successBlock", "cancellationToken"): ("continueWithExecutor", [(0, None)]),
}


def swift_3_names(source, note):
    """`.continue(with: e, with: { … })` becomes `.continueWithExecutor(e, withBlock: { … })`, and so on."""
    edits = []
    for match in re.finditer(r"\.continue\b(?=\s*[({])", source.mask):
        opening = re.compile(r"\s*").match(source.mask, match.end()).end()
        if source.mask[opening] == "{":
            edits.append((match.start(), match.end(), ".continueWithBlock"))
            continue
        found = arguments(source.mask, opening)
        shape = SWIFT_3.get(tuple(argument[0] for argument in found))
        if not shape:
            note(match.start(), "swift-3-form")
            continue
        name, labels = shape
        edits.append((match.start(), match.end(), "." + name))
        for index, label in labels:
            _, start, value, _ = found[index]
            edits.append((start, value, f"{label}: " if label else ""))
    source.edit(edits)


def blocks_alone(source):
    """`.continueWith(block: { … })` and `.continueWith { … }` become `.continueWithBlock`, which waits for a task."""
    names = {"continueWith": "continueWithBlock", "continueOnSuccessWith": "continueWithSuccessBlock"}
    edits = []
    for match in re.finditer(r"\.(continueWith|continueOnSuccessWith)\s*(?=[({])", source.mask):
        found = arguments(source.mask, match.end()) if source.mask[match.end()] == "(" else []
        if source.mask[match.end()] == "(" and [argument[0] for argument in found] != ["block"]:
            continue
        edits.append((*match.span(1), names[match[1]]))
        edits += [(start, value, "") for _, start, value, _ in found]
    source.edit(edits)


SIGNATURE = re.compile(
    r"\{(?P<before>\s*(?:\[[^\]]*\]\s*)?)(?P<parameters>\((?:[^()]|\([^()]*\))*\)|[\w$]+)(?P<throws>\s*throws)?"
    r"(?P<result>\s*->\s*(?:(?!\bin\b)[^\n{}])+?)?\s+in\b"
)


def block_results(source):
    """Blocks are declared to return `BFResult`, which is what Objective-C's block type declares."""
    edits = []
    for match in re.finditer(CONTINUATION + r"\b\s*(?=[({])", source.mask):
        opening, places = match.end(), []
        if source.mask[opening] == "(":
            labels = [argument[0] for argument in arguments(source.mask, opening)]
            is_old = match[0].strip() in (".continueWithBlock", ".continueWithSuccessBlock", ".continueWithExecutor") \
                or any(label in ("executor", "block") for label in labels)
            if not is_old:
                continue
            places = [argument[2] for argument in arguments(source.mask, opening)]
            after = re.compile(r"\s*").match(source.mask, closing(source.mask, opening)).end()
            places.append(after)
        elif match[0].strip() in (".continueWithBlock", ".continueWithSuccessBlock"):
            places = [opening]
        for place in places:
            edits += block_result(source, place)
    for match in re.finditer(r"\bBFTask(?:<[^()\n]*>)?\s*(?=\()", source.mask):
        found = arguments(source.mask, match.end())
        if [argument[0] for argument in found] == ["from", "with"]:
            place = found[1][2]
            signature = SIGNATURE.match(source.mask, place)
            if signature and signature["result"] and re.search(r"->\s*Any(Object)?[?!]?$", signature["result"].strip()):
                edits += block_result(source, place)
    source.edit(edits)


def block_result(source, place):
    signature = SIGNATURE.match(source.mask, place)
    if not signature:
        return named_parameter(source, place)
    if signature["result"]:
        if re.fullmatch(r"\s*->\s*(?:Void|\(\s*\))", signature["result"]):
            return []  # Its body has no `return`.
        return [(*signature.span("result"), " -> BFResult")]
    end = signature.end("throws") if signature["throws"] else signature.end("parameters")
    return [(end, end, " -> BFResult")]


def named_parameter(source, place):
    """`{ $0.result }` becomes `{ task -> BFResult in task.result }`: without a type it would have that of the result."""
    if source.mask[place:place + 1] != "{":
        return []
    body = source.mask[place + 1:closing(source.mask, place) - 1]
    # In a closure within this one `$0` would be another parameter.
    if "{" in body or not re.search(r"\$0\b", body) or body.strip() == "$0" or re.search(r"\btask\b", body):
        return []
    edits = [(place + 1 + found.start(), place + 1 + found.end(), "task") for found in re.finditer(r"\$0\b", body)]
    space = "" if body[:1].isspace() else " "
    return [(place + 1, place + 1, " task -> BFResult in" + space), *edits]


def untyped_results(source):
    """`BFTask<AnyObject>` becomes `BFTask<BFResult>`, and `as AnyObject` is dropped where a result is given."""
    source.substitute(r"\b(BFTask|BFTaskCompletionSource)(\s*<\s*)Any(?:Object)?[?!]?(\s*>)", r"\1\2BFResult\3")
    # This is a task without a declared type whose result is nil.
    source.substitute(r"\bBFTask(?=\s*\(\s*result\s*:\s*nil\s*\)\s*\.)", "BFTask<BFResult>")
    source.substitute(r"(\bextension\s+BFTask\s+where\s+(?:ResultType|Success)\s*==\s*)Any(?:Object)?\b", r"\1BFResult")
    # These are functions that are passed as blocks, and their types.
    source.substitute(r"(\(\s*(?:(?:_\s+)?\w+\s*:\s*)?BFTask(?:\s*<[^()\n]*>)?[?!]?\s*\)\s*(?:throws\s*)?->\s*)Any(?:Object)?[?!](?!\s*in\b)",
                      r"\1BFResult")
    # The type of the results follows from that of the tasks.
    source.substitute(r"\bBFTask\s*<\s*(?:NSArray|BFResult)\s*>(?=\s*\(\s*forCompletionOfAllTasksWithResults\b)",
                      "BFTask")
    edits = []
    for match in re.finditer(r"\b(BFTask(?:\s*<[^()\n]*>)?|set|trySet|setResult|trySetResult)\s*(?=\()", source.mask):
        for label, _, value, end in arguments(source.mask, match.end()):
            if label in (None, "result"):
                cast = re.search(r"\s+as\s+AnyObject[?!]?\s*$", source.mask[value:end])
                if cast:
                    edits.append((value + cast.start(), end, " as BFResult" if match[1] == "BFTask" else ""))
    source.edit(edits)


def extensions_of_tasks(source):
    """In an `extension BFTask`, `BFTask` without a type is `BFTask<Success>`, and calls of its own methods get `self.`."""
    closures = [match.span() for match in SIGNATURE.finditer(source.mask)]
    edits = []
    for match in re.finditer(r"\bextension\s+BFTask\b[^{}]*(?=\{)", source.mask):
        body = (match.end(), closing(source.mask, match.end()))
        for name in re.compile(r"(?:->|[\[:,(]|\bas[!?]?)\s*(?:@\w+\s+)*BFTask\b(?!\s*[<(.])").finditer(source.mask, *body):
            # The types of a closure's parameters are those of the method to which it is passed.
            if not any(start < name.end() <= end for start, end in closures):
                edits.append((name.end(), name.end(), "<Success>"))
        # The other steps look for a call's dot.
        for call in re.compile(rf"(?<![\w.])(?<!func )(?={CONTINUATION[2:]}\b\s*[({{])").finditer(source.mask, *body):
            edits.append((call.start(), call.start(), "self."))
    source.edit(edits)


def casts(source, note):
    """`… as! BFTask<X>` becomes `….cast(to: BFTask<X>.self)`, and `… as! [BFTask<X>]` the same of each element."""
    edits = []
    # A preceding cast to an untyped array, as in `tasks as [AnyObject] as! [BFTask<X>]`, is removed as well.
    untyped = r"(?:\s+as!?\s*(?:\[\s*Any(?:Object)?\s*\]|NSArray))?"
    for match in re.finditer(rf"(?<=[\w)\]}}]){untyped}\s+as([!?])\s*(?=\[\s*BFTask\s*<)", source.mask):
        opening = source.mask.index("[", match.end())
        end = closing(source.mask, opening)
        element = source.text[opening + 1:end - 1].strip()
        if match[1] == "?" or not element.endswith(">"):
            note(match.end(), "cast-to-task")
            continue
        edits.append((match.start(), end, f".map {{ $0.cast(to: {element}.self) }}"))
    for match in re.finditer(r"\s+as([!?])\s*(?=BFTask\s*<)", source.mask):
        before = source.mask[max(0, match.start() - 200):match.start()]
        if match[1] == "?" or not re.search(r"[\w)}!]$", before) or re.search(r"\.result[()!?]*$", before) \
                or re.search(r"\w\?\.[\w.?!()]*$", before):
            note(match.end(), "cast-to-task")
            continue
        name_end = source.mask.index("<", match.end())
        end = generic_end(source.mask, name_end)
        # `as!` also unwrapped an optional.
        name = re.search(r"(?<![\w.])(\w+)$", before)
        is_optional = name and re.search(rf"\b{name[1]}\s*:\s*BFTask\b(?:\s*<[^()\n]*?>)?[?!]", source.mask)
        edits.append((match.start(), end, f"{'!' if is_optional else ''}.cast(to: {source.text[match.end():end]}.self)"))
    source.edit(edits)


def nil_results(source):
    """The result of a `BFTask<BFResult>` is a double optional; `?? nil` makes it one optional, as it was."""
    result = r"((?:\w+[?!]?\.)+result(?:\(\))?)"
    source.substitute(r"(?<![\w.$])" + result + r"(\s*[=!]=\s*nil\b)", r"(\1 ?? nil)\2")
    source.substitute(r"\b(nil\s*[=!]=\s*)" + result + r"(?![\w?!.(\[])", r"\1(\2 ?? nil)")
    source.substitute(r"\b(let|var)(\s+\w+\??\s*=\s*)" + result + r"(?=[ \t]*(?:[,;{}\r\n]|else\b|$))", r"\1\2\3 ?? nil")
    # The result is passed on, returned, assigned or read as one optional, and the receiver is named like a task or declared as one.
    declared = "".join(f"|{name}" for name in sorted(set(re.findall(r"\b(\w+)\s*:\s*BFTask\b", source.mask))))
    of_task = rf"((?:\w+[?!]?\.)*(?:\w*[tT]ask|t|\w*[tT]asks[?!]?\.(?:first|last){declared})[?!]?\.result(?:\(\))?)"
    # `??` takes its right side first: without the parentheses a result that is nil would not get the default.
    source.substitute(r"(?<![\w.$])" + of_task + r"(\s*\?\?(?!\s*nil\b))", r"(\1 ?? nil)\2")
    source.substitute(r"\b(switch\s+)" + of_task + r"(?=\s*\{)", r"\1\2 ?? nil")
    source.substitute(r"(?<![\w.$])" + of_task + r"(\.(?:map|flatMap)\b)", r"(\1 ?? nil)\2")
    source.substitute(r"(\(" + of_task[1:-1] + r" \?\? nil\)\s*\?\?\s*(?:\"[^\"\n]*\"|[\w.]+))\s+as\s+AnyObject\b", r"\1")
    # As `Any` a result that is nil would not be nil.
    source.substitute(r"(?<![\w.$])" + of_task + r"(\s+as\s+Any(?:Object)?\b(?!\.))", r"(\1 ?? nil)\2")
    # The result is in a closure of a method that itself tests for nil.
    source.substitute(r"(\bcompactMap)\s*\(\s*\\\.result\s*\)", r"\1 { $0.result ?? nil }")
    source.substitute(r"(\b\w*[tT]asks[?!]?\.(?:flatMap|map))\s*\(\s*\\\.result\s*\)", r"\1 { $0.result ?? nil }")
    source.substitute(r"(\bcompactMap\s*\{\s*\$0\.result)(?=\s*\})", r"\1 ?? nil")
    source.substitute(r"(\b(?:filter|first|contains|allSatisfy)\s*(?:\(where:\s*)?\{\s*)(\$0\.result)(\s*[=!]=\s*nil\b)", r"\1(\2 ?? nil)\3")
    source.substitute(r"([(,\[]\s*(?:\w+\s*:\s*)?)" + of_task + r"(?=\s*[,)\]])", r"\1\2 ?? nil")
    # The result is the only expression of a block.
    source.substitute(r"(\bin\s+)" + of_task + r"(?=\s*\})", r"\1\2 ?? nil")
    source.substitute(r"(\breturn[ \t]+|[^=!<>]=[ \t]*|\s[?:][ \t]+)" + of_task + r"(?=[ \t]*(?:[;})\r\n]|[ \t]:[ \t]|$))",
                      r"\1\2 ?? nil")


class Tasks:
    """Which expressions are tasks, as far as the names in them and their declarations tell."""

    CONTINUED = re.compile(r"(?:continue\w*|cast|cancelled)$")
    ELEMENT = {"first", "last", "randomElement", "removeFirst", "removeLast", "popLast", "filter", "sorted", "reversed", "lazy"}

    def __init__(self, mask, module):
        returned, others = functions(mask)
        self.functions = (returned | module.task_functions) - (others | module.other_functions)
        self.lists = set(re.findall(r"\b(\w+)\s*:\s*(?:Array\s*<|\[)[^()\n=]*?\bBFTask\b", mask))
        self.lists |= set(re.findall(r"\b(\w+)\s*=\s*\[\s*(?:\w+\s*:\s*)?BFTask\b", mask))

    def has(self, receiver):
        """Whether an expression is a task or tasks: `tasks[0]`, `load()`, `tasks.first(where: { … })`."""
        parts = components(receiver)
        while parts and parts[-1][0] in self.ELEMENT:
            parts.pop()
        if not parts:
            return False
        name, suffix = parts[-1]
        if re.search(r"[tT]asks?$", name) or name in self.lists:
            return True
        return "(" in suffix + name and (name in self.functions or bool(self.CONTINUED.match(name)) or name == "BFTask") \
            or "{" in suffix and bool(self.CONTINUED.match(name))


def functions(mask):
    """(the names of functions that return a task, the names of those that do not)."""
    returned, others = set(), set()
    for match in re.finditer(r"\bfunc\s+(\w+)\s*(?:<[^()\n]*>)?\s*(?=\()", mask):
        end = closing(mask, match.end())
        is_task = re.compile(r"\s*(?:(?:async|throws|rethrows)\s*)*->\s*BFTask\b").match(mask, end)
        (returned if is_task else others).add(match[1])
    return returned, others


def opening_of(mask, end):
    """The position of the bracket that the one before `end` closes, or None."""
    depth = 0
    for at in range(end - 1, -1, -1):
        depth += {")": 1, "]": 1, "}": 1, "(": -1, "[": -1, "{": -1}.get(mask[at], 0)
        if depth == 0:
            return at
    return None


def end_before(mask, at):
    """The end of the code before `at`, without the space between."""
    while at and mask[at - 1].isspace():
        at -= 1
    return at


def receiver_start(mask, end):
    """Where the expression begins that ends at `end`, before a dot: `a.b(c)[0]?`."""
    at = end
    while True:
        while at and mask[at - 1] in "?!":
            at -= 1
        while at and mask[at - 1] in ")]}":
            opening = opening_of(mask, at)
            if opening is None:
                return None
            # A closure follows a call or a name, with a space.
            at = end_before(mask, opening) if mask[opening] == "{" else opening
            while at and mask[at - 1] in "?!":
                at -= 1
        if at and mask[at - 1] == ">" and (generic := re.search(r"\w+\s*<[^()\n]*\Z", mask[max(0, at - 200):at - 1])):
            at -= 1 + len(generic[0])
        name = re.search(r"\$?\w+\Z", mask[max(0, at - 100):at])
        at -= len(name[0]) if name else 0
        before = end_before(mask, at)
        if mask[before - 1:before] != ".":
            return at
        at = end_before(mask, before - 1)


def components(receiver):
    """(name, what follows the name) of each part of `a.b(c)[0]?`."""
    found, at = [], 0
    while part := re.compile(r"\s*\.?\s*(\$?\w*)(?:\s*<[^()\n]*?>)?").match(receiver, at):
        if part.end() == at and receiver[at:at + 1] not in "([{" or at >= len(receiver):
            break
        at = start = part.end()
        while space := re.compile(r"[?!]*[ \t]*(?=[(\[{])").match(receiver, at):
            at = closing(receiver, space.end())
        at = re.compile(r"[?!]*").match(receiver, at).end()
        found.append((part[1], receiver[start:at]))
    return found


def nil_results_of_expressions(source, note, module):
    """The same for a task that is an element, what a function returned, or `$0` of a closure of several tasks."""
    mask, tasks, edits, unsure = source.mask, Tasks(source.mask, module), [], []
    for match in re.finditer(r"\s*\.\s*result\b(?:\(\))?(?![\w(\[!]|\.(?!(?:map|flatMap)\b)|\?(?!\?)|\s*(?:\?\?\s*nil\b|as[?!]))", mask):
        start = receiver_start(mask, match.start())
        if start is None or re.fullmatch(r"(?:\w+[?!]?\.)*\w+[?!]?", mask[start:match.start()]) or start == match.start():
            continue
        receiver, end = mask[start:match.start()], match.end()
        before, after = mask[max(0, start - 80):start], mask[end:end + 80]
        is_argument, is_alone = re.search(r"[(,\[]\s*(?:\w+\s*:\s*)?$", before), re.search(r"(?:\{|\bin)\s*$", before)
        is_end = re.match(r"[ \t]*(?:[;}\r\n]|[ \t]:[ \t]|$)", after)
        if re.match(r"\s*(?:[=!]=\s*nil\b|\?\?)", after) or re.search(r"\bnil\s*[=!]=\s*$", before):
            edits += [(start, start, "("), (end, end, " ?? nil)")]
        elif re.search(r"(?:\b(?:if|guard|while)|,)\s*(?:case\s+)?(?:let|var)\s+\w+\??\s*=\s*$", before) \
                and re.match(r"\s*(?:[,{]|else\b)", after):
            edits.append((end, end, " ?? nil"))
        elif re.match(r"\s+as\s+Any(?:Object)?\b|\.", after):
            unsure.append((start, receiver, [(start, start, "("), (end, end, " ?? nil)")]))
        elif is_argument and re.match(r"\s*[,)\]]", after) or is_alone and re.match(r"\s*\}", after) \
                or re.search(r"\bswitch\s+$", before) or is_end and re.search(r"\breturn[ \t]+$|[^=!<>]=\s*$|\s[?:][ \t]+$", before):
            unsure.append((start, receiver, [(end, end, " ?? nil")]))
    positions = []
    for start, receiver, found in unsure:
        if receiver == "$0":
            method, is_of_tasks = closure_of(mask, start, tasks)
            if is_of_tasks:
                edits += found
            elif method == "map":
                positions.append(start)
        elif tasks.has(receiver):
            edits += found
        else:
            positions.append(start)
    for position in positions:
        note(position, "nil-result")
    source.edit(edits)


def closure_of(mask, at, tasks):
    """(the method to which the closure around `at` is given, whether it is one of several tasks)."""
    opening = enclosing_brace(mask, at)
    head = re.sub(r"\(\s*(?:\w+\s*:\s*)?$", "", mask[:opening or 0].rstrip()).rstrip()
    method = re.search(r"\.\s*(\w+)$", head)
    if not method:
        return None, False
    start = receiver_start(head, method.start())
    return method[1], start is not None and tasks.has(head[start:method.start()])


def types_of_all_results(source):
    """The block behind `BFTask(forCompletionOfAllTasksWithResults:)` gets a parameter without a type: it is that of the results."""
    edits = []
    for match in re.finditer(r"\bBFTask\s*(?=\(\s*forCompletionOfAllTasksWithResults\b)", source.mask):
        call = re.compile(rf"\s*[?!]?\s*{CONTINUATION}\b\s*(?=[({{])").match(source.mask, closing(source.mask, match.end()))
        if not call:
            continue
        places = [call.end()]
        if source.mask[call.end()] == "(":
            places = [argument[2] for argument in arguments(source.mask, call.end())]
            places.append(re.compile(r"\s*").match(source.mask, closing(source.mask, call.end())).end())
        for place in places:
            block = SIGNATURE.match(source.mask, place)
            name = block and re.fullmatch(r"\(\s*(\w+)\s*:\s*BFTask\s*<\s*(?:NSArray|BFResult)\s*>\s*\)", block["parameters"])
            if name:
                edits.append((*block.span("parameters"), name[1]))
    source.edit(edits)


def tasks_in_blocks(source):
    """`return BFTask(error: e)` in a block that returns `BFResult` gets a type, which nothing there says."""
    edits = []
    for block in SIGNATURE.finditer(source.mask):
        if not block["result"] or block["result"].split() != ["->", "BFResult"]:
            continue
        end = closing(source.mask, block.start())
        for match in re.compile(r"(?:\breturn\s+|\s[?:]\s+)BFTask(?=\s*(?:\.\s*init\s*)?(?:\(\s*error\s*:|\(\s*result\s*:\s*nil\b|\.\s*cancelled\b))").finditer(
                source.mask, block.end(), end):
            if innermost_block(source.mask, match.start()) == block.start():
                edits.append((match.end(), match.end(), "<BFResult>"))
        alone = re.compile(r"\s*BFTask(?=\s*(?:\.\s*init\s*)?(?:\(\s*error\s*:|\(\s*result\s*:\s*nil\b|\.\s*cancelled\b))").match(source.mask, block.end())
        if alone:
            edits.append((alone.end(), alone.end(), "<BFResult>"))
    source.edit(edits)


def innermost_block(mask, at):
    """The position of the brace of the closure or function around `at`, and not of an `if` or a `switch`."""
    opening = enclosing_brace(mask, at)
    while opening is not None:
        before = re.split(r"[\n;{}]", mask[:opening])[-1]
        if SIGNATURE.match(mask, opening) or not re.search(
                r"\b(?:if|else|guard|for|while|repeat|do|catch|switch|defer)\b", before):
            return opening
        opening = enclosing_brace(mask, opening)
    return None


def forced_parameters(source):
    """`(t: BFTask!) in`, as the first Swift imported it, becomes `(t: BFTask) in`."""
    edits = []
    for block in SIGNATURE.finditer(source.mask):
        for match in re.compile(r"\bBFTask(?:\s*<[^()\n]*?>)?(!)(?=\s*[,)])").finditer(source.mask, *block.span("parameters")):
            edits.append((*match.span(1), ""))
    source.edit(edits)


def optional_urls(source):
    """`let url = BFURL(…)` becomes `let url: BFURL? = BFURL(…)` where `url` is used as if it may be `nil`, as it was."""
    edits = []
    for match in re.finditer(r"\b(guard|if|,)?(\s*\b(?:let|var)\s+(\w+))(\s*=\s*)BFURL(?:\s*\.\s*init)?\s*(?=\()", source.mask):
        end = closing(source.mask, match.end())
        if re.match(r"\s*[?!]?\s*\.|!", source.mask[end:]):
            continue  # The variable has a member of it, or is not optional.
        if match[1]:
            if not re.match(r"\s+as\s", source.mask[end:]):
                edits.append((end, end, " as BFURL?"))
        elif re.search(rf"\b{match[3]}\s*[?!]\s*[.\[)]|\b{match[3]}!|\b{match[3]}\s*[!=]=\s*nil\b"
                       rf"|\b(?:let|var)\s+\w+\s*=\s*{match[3]}\s*(?:[,{{\n]|else\b)"
                       rf"|\b(?:if|guard)\s+let\s+{match[3]}\s*(?:[,{{\n]|else\b)",
                       source.mask[end:]):
            edits.append((match.end(2), match.end(2), ": BFURL?"))
    source.edit(edits)
    # This is a BFURL that is unwrapped at its creation.
    edits = []
    for match in re.finditer(r"\bBFURL(?:\s*\.\s*init)?\s*(?=\()", source.mask):
        end = closing(source.mask, match.end())
        if source.mask[end:end + 1] in ("!", "?") and source.mask[end:end + 2] not in ("??", "!="):
            edits.append((end, end + 1, ""))
    source.edit(edits)


VALUE_ACCESSORS = {"String": "string", "Int": "integer.map(Int.init)", "Double": "number", "Bool": "bool", "[Any]": "array",
                   "[String: Any]": "object"}
VALUE_CAST = r"(\s+as\?\s+)(String|Int|Double|Bool|\[Any\]|\[String\s*:\s*Any\])(?![\w?.\[])"
FIELDS = r"\bappLink(?:Extras|Data)\b"
PARAMETERS = r"\.(?:target|input)QueryParameters"


DICTIONARY = r"(?:\[\s*(?:String|AnyHashable|NSObject)\s*:\s*Any(?:Object)?\s*\]|NSDictionary\b)(?![?!])"
FIELD_OF = rf"(?:\w+[?!]?\.)+{FIELDS[2:]}"


def app_link_values(source):
    """`url.appLinkExtras?["x"] as? String` becomes `url.appLinkExtras?["x"]?.string`, also of a variable with the data."""
    # As dictionaries they would still be cast, and then the values in them, which are JSON values, would not.
    source.substitute(rf"\(\s*({FIELD_OF})\s+as\?\s*{DICTIONARY}\s*\)(?=\s*[?!]?\s*\[)", r"\1")
    source.substitute(rf"(\b(?:let|var)\s+\w+\s*=\s*{FIELD_OF})\s+as\?\s*{DICTIONARY}", r"\1")
    source.substitute(rf"(\b(?:let|var)\s+\w+\s*=\s*{FIELD_OF})\s+as!\s*{DICTIONARY}", r"\1!")

    def accessor(match):
        kind = re.sub(r"\s+", " ", match[3])
        return f"{source.text[slice(*match.span(1))]}?.{VALUE_ACCESSORS[kind]}"

    source.substitute(rf"({FIELDS}\s*[?!]?\s*\[[^\]\n]*\])" + VALUE_CAST, accessor)
    # The parameters of a URL are never nil, and their values are strings.
    source.substitute(rf"({PARAMETERS})\s*[?!]?(\s*\[[^\]\n]*\])(?:\s+as\?\s+String\b(?![?.]))?", r"\1\2")
    edits = []
    for match in re.finditer(rf"\b(?:let|var)\s+(\w+)\s*=\s*[^\n;{{}}]*{PARAMETERS}[ \t]*(?=[;\r\n])", source.mask):
        opening = enclosing_brace(source.mask, match.start())
        end = closing(source.mask, opening) if opening is not None else len(source.mask)
        for use in re.compile(rf"(?<![\w.]){match[1]}\s*([?!]?)\s*\[[^\]\n]*\](\s+as\?\s+String\b(?![?.]))?").finditer(source.mask, match.end(), end):
            edits += [(*use.span(group), "") for group in (1, 2) if use[group]]
    source.edit(edits)
    # An object in the data counts as another variable with data.
    before = None
    while before != source.text:
        before, edits = source.text, []
        for name, start, end in data_variables(source.mask):
            for match in re.compile(rf"(?<![\w.])({name}\s*[?!]?\s*\[[^\]\n]*\])" + VALUE_CAST).finditer(source.mask, start, end):
                edits.append((*match.span(), accessor(match)))
        source.edit(edits)


def data_variables(mask):
    """(name, start, end) of each variable with the extras or the data of a link or an object in them, and where it is in scope."""
    found, pattern = [], rf"{FIELD_OF}\b(?!\s*[?!]?\s*[\[.])|{FIELD_OF}\s*[?!]?\s*\[[^\]\n]*\]\s*[?!]?\.object\b"
    searches = [(pattern, 0, len(mask))]
    while searches:
        value, start, end = searches.pop()
        for match in re.compile(rf"\b(?:let|var)\s+(\w+)\s*=\s*(?:{value})").finditer(mask, start, end):
            opening = enclosing_brace(mask, match.start())
            variable = (match[1], match.end(), closing(mask, opening) if opening is not None else len(mask))
            if variable not in found:
                found.append(variable)
                searches.append((rf"{match[1]}\s*[?!]?\s*\[[^\]\n]*\]\s*[?!]?\.object\b|{match[1]}\b(?!\s*[?!]?\s*[\[.(])", *variable[1:]))
    return found


def escaping_fields(mask):
    """Where extras are passed on as a whole, perhaps to code that takes their values for `Any`."""
    as_whole = r"\b(?!\s*[?!]?\s*[\[.]|\s*[!=]=\s*nil\b|\s*:)"
    taken = r"(?:\b(?:let|var)\s+\w+\s*=|\b(?:let|var)|\bextras\s*:)\s*$"
    uses = [match for match in re.finditer(rf"(?:\w+[?!]?\.)+appLinkExtras{as_whole}", mask)]
    for name, start, end in data_variables(mask):
        if not re.search(r"\.appLinkData\b", mask[mask.rfind("\n", 0, start) + 1:start]):
            uses += re.compile(rf"(?<![\w.]){name}{as_whole}").finditer(mask, start, end)
    for match in uses:
        if not re.search(taken, mask[max(0, match.start() - 100):match.start()]):
            yield match.start()


KEYS = r"(?:\s*[?!]?\s*\[[^\]\n]*\])+"
# The value is read with its type, set, compared with a literal, or cast; casts have their own row.
IS_READ = re.compile(r"\s*[?!]?\s*\.\s*\w|\s*[=!]=|\s*=|\s*as\b")


def untyped_values(mask):
    """Where a value of extras or data is taken and not read as a string or the like: also as `Any` it is a `AppLinkValue`."""
    found = [match for match in re.finditer(rf"{FIELD_OF}\b{KEYS}", mask)]
    for name, start, end in data_variables(mask):
        found += re.compile(rf"(?<![\w.]){name}\b{KEYS}").finditer(mask, start, end)
    for match in found:
        if re.search(r"(?:\bAppLinkValue\??|\bcase\b[^=\n]*)\s*=\s*$", mask[max(0, match.start() - 100):match.start()]):
            continue
        is_any = re.compile(r"\s*as\s+(?!AppLinkValue\b)").match(mask, match.end())
        if is_any or not IS_READ.match(mask, match.end()):
            yield match.start()


def data_casts(mask):
    """Where a field of a variable with the data of a link is cast: `data["referer_app_link"] as! NSDictionary`."""
    for name, start, end in data_variables(mask):
        for match in re.compile(rf"(?<![\w.]){name}\s*[?!]?\s*\[[^\]\n]*\]\s*as[?!]").finditer(mask, start, end):
            yield match.start()


def members_of_results(mask):
    """Where a member of an untyped result is used: Objective-C's `AnyObject` had every member."""
    for block in SIGNATURE.finditer(mask):
        parameter = re.fullmatch(r"\(\s*(\w+)\s*:\s*BFTask\s*<\s*BFResult\s*>\s*\)", block["parameters"])
        if parameter:
            end = closing(mask, block.start())
            for match in re.compile(rf"(?<![\w.]){parameter[1]}\.result(?:\(\))?[!?]\.(?=\w)").finditer(mask, block.end(), end):
                yield match.start()


def may_be_nil(expression):
    """Whether the expression that a text begins with is `nil`, or a choice whose one side is."""
    plain, depth = "", 0
    for character in expression:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if depth < 0 or depth == 0 and character in ";\n":
            break
        plain += character if depth == 0 else ""
    return bool(re.match(r"\s*nil\s*$|.*(?:\?|\s:)\s+nil\s*(?::|$)", plain))


def nil_casts(mask):
    """Where the task of a block that returns `nil` is cast to a task whose result cannot be `nil`."""
    for match in re.finditer(r"\.cast\(to: BFTask\s*<\s*(?!BFVoid\b|BFResult\b|Void\b)([^()\n]*?)>\.self\)", mask):
        if match[1].endswith("?"):
            continue
        end = len(mask[:match.start()].rstrip())
        opening = next((at for at in range(end - 1, -1, -1) if mask[at] in "({[" and closing(mask, at) == end), None) if end else None
        if opening is None:
            continue
        blocks = [opening] if mask[opening] == "{" else [argument[2] for argument in arguments(mask, opening)]
        for block in blocks:
            signature = SIGNATURE.match(mask, block)
            if mask[block:block + 1] != "{" or not signature:
                continue
            body = mask[signature.end():closing(mask, block) - 1]
            if re.match(r"\s*nil\s*$", body) or any(
                    innermost_block(mask, signature.end() + found.start()) == block and may_be_nil(body[found.end():])
                    for found in re.finditer(r"\breturn\b", body)):
                yield match.start()


def move_objc(source, note, is_certain, module):
    extensions_of_tasks(source)
    forced_parameters(source)
    swift_3_names(source, note)
    if is_certain:
        blocks_alone(source)
    elif found := re.search(r"\.(?:continueWith|continueOnSuccessWith)\s*\{", source.mask):
        note(found.start(), "which-bolts")
    casts(source, note)
    untyped_results(source)
    types_of_all_results(source)
    block_results(source)
    tasks_in_blocks(source)
    if is_certain:
        nil_results(source)
        nil_results_of_expressions(source, note, module)
        optional_urls(source)
    app_link_values(source)
