"""Rewrites code for Bolts for Objective-C, as Swift 3 or later imported it."""
import re

from .source import arguments, closing, generic_end

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
            note(match.start(), "a continuation that Swift 3 did not have in this form")
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
        edits += [edit for place in places if (edit := block_result(source, place))]
    for match in re.finditer(r"\bBFTask(?:<[^()\n]*>)?\s*(?=\()", source.mask):
        found = arguments(source.mask, match.end())
        if [argument[0] for argument in found] == ["from", "with"]:
            place = found[1][2]
            signature = SIGNATURE.match(source.mask, place)
            if signature and signature["result"] and re.search(r"->\s*Any(Object)?[?!]?$", signature["result"].strip()):
                edits.append(block_result(source, place))
    source.edit(edits)


def block_result(source, place):
    signature = SIGNATURE.match(source.mask, place)
    if not signature:
        return None
    if signature["result"]:
        if re.fullmatch(r"\s*->\s*(?:Void|\(\s*\))", signature["result"]):
            return None  # Its body has no `return`.
        return (*signature.span("result"), " -> BFResult")
    end = signature.end("throws") if signature["throws"] else signature.end("parameters")
    return (end, end, " -> BFResult")


def untyped_results(source):
    """`BFTask<AnyObject>` becomes `BFTask<BFResult>`, and `as AnyObject` is dropped where a result is given."""
    source.substitute(r"\b(BFTask|BFTaskCompletionSource)(\s*<\s*)Any(?:Object)?[?!]?(\s*>)", r"\1\2BFResult\3")
    # A task of no declared type whose result is nil.
    source.substitute(r"\bBFTask(?=\s*\(\s*result\s*:\s*nil\s*\)\s*\.)", "BFTask<BFResult>")
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
        for name in re.compile(r"(?:->|[\[:,]|\bas[!?]?)\s*BFTask\b(?!\s*[<(.])").finditer(source.mask, *body):
            # The types of a closure's parameters are those of the method that it is given to.
            if not any(start < name.end() <= end for start, end in closures):
                edits.append((name.end(), name.end(), "<Success>"))
        # The other steps look for a call's dot.
        for call in re.compile(rf"(?<![\w.])(?<!func )(?={CONTINUATION[2:]}\b\s*[({{])").finditer(source.mask, *body):
            edits.append((call.start(), call.start(), "self."))
    source.edit(edits)


def casts(source, note):
    """`… as! BFTask<X>` becomes `….cast(to: BFTask<X>.self)`, and `… as! [BFTask<X>]` the same of each element."""
    edits = []
    for match in re.finditer(r"(?<=[\w)\]}])\s+as([!?])\s*(?=\[\s*BFTask\s*<)", source.mask):
        opening = source.mask.index("[", match.end())
        end = closing(source.mask, opening)
        element = source.text[opening + 1:end - 1].strip()
        if match[1] == "?" or not element.endswith(">"):
            note(match.end(), "a cast to tasks: tasks of different types are never each other")
            continue
        edits.append((match.start(), end, f".map {{ $0.cast(to: {element}.self) }}"))
    for match in re.finditer(r"\s+as([!?])\s*(?=BFTask\s*<)", source.mask):
        before = source.mask[max(0, match.start() - 200):match.start()]
        if match[1] == "?" or not re.search(r"[\w)}]$", before) or re.search(r"\.result[()!?]*$", before):
            note(match.end(), "a cast to a task: tasks of different types are never each other")
            continue
        name_end = source.mask.index("<", match.end())
        end = generic_end(source.mask, name_end)
        edits.append((match.start(), end, f".cast(to: {source.text[match.end():end]}.self)"))
    source.edit(edits)


def nil_results(source):
    """The result of a `BFTask<BFResult>` is a double optional; `?? nil` makes it one optional, as it was."""
    result = r"((?:\w+[?!]?\.)+result(?:\(\))?)"
    source.substitute(r"(?<![\w.$])" + result + r"(\s*[=!]=\s*nil\b)", r"(\1 ?? nil)\2")
    source.substitute(r"\b(let|var)(\s+\w+\s*=\s*)" + result + r"(?=[ \t]*(?:[,{\r\n]|else\b))", r"\1\2\3 ?? nil")
    # Passed on, returned or assigned, where the receiver is called a task.
    of_task = r"((?:\w+[?!]?\.)*(?:\w*[tT]ask|t)[?!]?\.result(?:\(\))?)"
    source.substitute(r"([(,]\s*(?:\w+\s*:\s*)?)" + of_task + r"(?=\s*[,)])", r"\1\2 ?? nil")
    source.substitute(r"(\breturn[ \t]+|[^=!<>]=[ \t]*|\s[?:][ \t]+)" + of_task + r"(?=[ \t]*(?:[;})\r\n]|[ \t]:[ \t]|$))",
                      r"\1\2 ?? nil")


def optional_urls(source):
    """`let url = BFURL(…)` becomes `let url: BFURL? = BFURL(…)` where `url` is used as if it may be `nil`, as it was."""
    edits = []
    for match in re.finditer(r"\b(guard|if|,)?(\s*\b(?:let|var)\s+(\w+))(\s*=\s*)BFURL(?:\s*\.\s*init)?\s*(?=\()", source.mask):
        end = closing(source.mask, match.end())
        if match[1]:
            if not re.match(r"\s+as\s", source.mask[end:]):
                edits.append((end, end, " as BFURL?"))
        elif re.search(rf"\b{match[3]}\s*[?!]\s*[.\[)]|\b{match[3]}!|\b{match[3]}\s*[!=]=\s*nil\b"
                       rf"|\b(?:let|var)\s+\w+\s*=\s*{match[3]}\s*(?:[,{{\n]|else\b)"
                       rf"|\b(?:if|guard)\s+let\s+{match[3]}\s*(?:[,{{\n]|else\b)",
                       source.mask[end:]):
            edits.append((match.end(2), match.end(2), ": BFURL?"))
    source.edit(edits)
    # A BFURL unwrapped where it is created.
    edits = []
    for match in re.finditer(r"\bBFURL(?:\s*\.\s*init)?\s*(?=\()", source.mask):
        end = closing(source.mask, match.end())
        if source.mask[end:end + 1] in ("!", "?") and source.mask[end:end + 2] not in ("??", "!="):
            edits.append((end, end + 1, ""))
    source.edit(edits)


def app_link_values(source):
    """`url.appLinkExtras?["x"] as? String` becomes `url.appLinkExtras?["x"]?.string`."""
    accessors = {"String": "string", "Int": "integer", "Double": "number", "Bool": "bool", "[Any]": "array",
                 "[String: Any]": "object"}

    def accessor(match):
        kind = re.sub(r"\s+", " ", match[3])
        return f"{source.text[slice(*match.span(1))]}?.{accessors[kind]}" if kind in accessors else None

    source.substitute(r"(\bappLink(?:Extras|Data)\s*[?!]?\s*\[[^\]\n]*\])(\s+as\?\s+)"
                      r"(String|Int|Double|Bool|\[Any\]|\[String\s*:\s*Any\])(?![\w?.\[])", accessor)


def move_objc(source, note, is_certain):
    extensions_of_tasks(source)
    swift_3_names(source, note)
    if is_certain:
        blocks_alone(source)
    elif found := re.search(r"\.(?:continueWith|continueOnSuccessWith)\s*\{", source.mask):
        note(found.start(), "written for which Bolts? If for Objective-C's, run again with --dialect objc")
    casts(source, note)
    untyped_results(source)
    block_results(source)
    if is_certain:
        nil_results(source)
        optional_urls(source)
    app_link_values(source)
    for pattern, text in [
        (r"\.navigate\s*\(\s*&", "navigate() returns a task"),
        (r"\bclass\s+\w+\s*:\s*BF(?:Task|Executor)\b", "tasks and executors cannot be subclassed"),
        (r"\bappLink(?:Extras|Data)\s*[?!]?\s*\[[^\]\n]*\]\s*as!", "the fields are JSON values: this cast stops the program"),
        (r"\.exception\b", "tasks have no exceptions: a thrown error fails the task"),
    ]:
        for match in re.finditer(pattern, source.mask):
            note(match.start(), text)
