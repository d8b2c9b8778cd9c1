"""A Swift file whose code is searched and edited without its comments and strings."""
import re

CODE = re.compile(r'//|/\*|[#"/]')
CODE_IN_STRING = re.compile(r'//|/\*|[#"/()]')
STRING_STOP = re.compile(r'["\\\n]')
STRING_START = re.compile(r'(#*)("""|")')
# A regular expression literal, where an operand may begin: `/Task<Int>/`, and `#/…/#`, which may have several lines.
REGEX = re.compile(r"/(?![\s*/])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\\\[\n])*(?<!\s)/")
EXTENDED_REGEX = re.compile(r"(#+)/.*?/\1", re.S)
BEFORE_OPERAND = re.compile(r"(?:[=([{,:;!&|?<>~+\-*%^]|\b(?:return|in|case|if|while|where|try|await|else|is|as))\s*$|^\s*$|\n\s*$")


# The words that may precede `import`, or be between it and the module.
IMPORT_MODIFIERS = r"(?:@\w+(?:\([^()\n]*\))?[ \t]+|(?:public|package|internal|fileprivate|private|open)[ \t]+)*"
IMPORT_KINDS = r"(?:typealias|struct|class|enum|protocol|let|var|func)"


class Source:
    """A file's text, and a mask of the same length in which comments, the text of strings and regular expressions are blank."""

    def __init__(self, text):
        self.text = text
        self.mask = masked(text)

    def edit(self, edits):
        """Applies (start, end, replacement) edits; of two that overlap, the first wins."""
        result, at = [], 0
        for start, end, new in sorted(edits):
            if start < at:
                continue
            result += [self.text[at:start], new]
            at = end
        text = "".join(result) + self.text[at:]
        if text != self.text:
            self.__init__(text)

    def substitute(self, pattern, replacement):
        """Replaces each match in the code. Groups of `replacement` refer to the original text."""
        edits = []
        for match in re.finditer(pattern, self.mask):
            new = replacement(match) if callable(replacement) else re.sub(
                r"\\(\d)", lambda group: self.text[slice(*match.span(int(group[1])))] if match[int(group[1])] else "",
                replacement)
            if new is not None:
                edits.append((match.start(), match.end(), new))
        self.edit(edits)

    def line(self, position):
        return self.text.count("\n", 0, position) + 1


def masked(text):
    out = list(text)
    blank = lambda start, end: out.__setitem__(slice(start, end), [c if c == "\n" else " " for c in text[start:end]])

    def code(at, closing):
        """Skips code up to an unbalanced closing parenthesis, if `closing`, or to the end."""
        depth = 0
        while found := (CODE_IN_STRING if closing else CODE).search(text, at):
            at = found.start()
            if text.startswith("//", at):
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                blank(at, end)
                at = end
            elif text.startswith("/*", at):
                level, end = 1, at + 2
                while end < len(text) and level:
                    if text.startswith("/*", end):
                        level, end = level + 1, end + 2
                    elif text.startswith("*/", end):
                        level, end = level - 1, end + 2
                    else:
                        end += 1
                blank(at, end)
                at = end
            elif text[at] in '#"' and (string := STRING_START.match(text, at)):
                at = literal(string.end(), string[1], string[2])
            elif regex := regex_literal(text, at):
                blank(*regex.span())
                at = regex.end()
            else:
                if closing:
                    depth += {"(": 1, ")": -1}.get(text[at], 0)
                    if depth < 0:
                        return at + 1
                at += 1
        return len(text)

    def literal(at, hashes, quote):
        start, escape, end = at, "\\" + hashes, quote + hashes
        while found := STRING_STOP.search(text, at):
            at = found.start()
            if text.startswith(end, at):
                blank(start, at)
                return at + len(end)
            if text.startswith(escape + "(", at):
                blank(start, at)
                at = start = code(at + len(escape) + 1, True)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            elif len(quote) == 1 and text[at] == "\n":
                break  # Not a string after all.
            else:
                at += 1
        else:
            at = len(text)
        blank(start, at)
        return at

    code(0, False)
    return "".join(out)


def regex_literal(text, at):
    """The match of the regular expression literal that begins at `at`, if one does."""
    if text[at] == "#":
        return EXTENDED_REGEX.match(text, at)
    if text[at] == "/" and BEFORE_OPERAND.search(text, max(0, at - 40), at):
        return REGEX.match(text, at)
    return None


def closing(mask, opening):
    """The position after the bracket that closes the one at `opening`."""
    depth = 0
    for at in range(opening, len(mask)):
        if mask[at] in "([{":
            depth += 1
        elif mask[at] in ")]}":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(mask)


def arguments(mask, opening):
    """(label, where the argument starts, where its value starts, where it ends) of each argument of a call."""
    end, found, depth, start = closing(mask, opening) - 1, [], 0, opening + 1
    for at in range(opening + 1, end + 1):
        if at == end or (mask[at] == "," and depth == 0):
            if mask[start:at].strip():
                label = re.match(r"\s*(\w+)\s*:\s*", mask[start:at])
                begin = start + len(mask[start:at]) - len(mask[start:at].lstrip())
                found.append((label[1] if label else None, begin, start + label.end() if label else begin, at))
            start = at + 1
        elif mask[at] in "([{":
            depth += 1
        elif mask[at] in ")]}":
            depth -= 1
    return found


def enclosing_brace(mask, at):
    """The position of the `{` around `at`, or None at the top level."""
    depth = 0
    for position in range(at - 1, -1, -1):
        depth += {"}": 1, "{": -1}.get(mask[position], 0)
        if depth < 0:
            return position
    return None


def generic_end(mask, opening):
    """The position after the `>` that closes the `<` at `opening`."""
    depth = 0
    for at in range(opening, len(mask)):
        if mask[at] == "<":
            depth += 1
        elif mask[at] == ">" and mask[at - 1] != "-":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(mask)


def has_two_arguments(mask, opening):
    """Whether there are two types or more between the `<` at `opening` and its `>`."""
    depth = 0
    for at in range(opening, generic_end(mask, opening)):
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(mask[at], 0)
        if mask[at] == ">" and mask[at - 1] == "-":
            depth += 1
        if mask[at] == "," and depth == 1:
            return True
    return False
