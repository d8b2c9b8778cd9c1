#!/usr/bin/env python3
"""Writes the manual pages of the command from its own help, one page for each subcommand.

Usage: generate-manual.py COMMAND FOLDER

Runs `COMMAND --experimental-dump-help` and writes FOLDER/applinks.1, FOLDER/applinks-check.1 and so on. The sections EXAMPLES
and EXIT STATUS of a command's help become sections of its page. The date is that of SOURCE_DATE_EPOCH, or today.
"""
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ENVIRONMENT = [
    ("NO_COLOR", "If it is set and not empty, nothing is written in color."),
    ("TERM", "The terminal's type. Without it, or with 'dumb', no control sequence is written."),
]


def escaped(text):
    """Text as roff takes it: no character of it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def sections(discussion):
    """A command's discussion as [(heading, lines)]; the first heading is empty."""
    found = [("", [])]
    for line in discussion.split("\n"):
        if re.fullmatch(r"[A-Z][A-Z ]+", line):
            found.append((line, []))
        else:
            found[-1][1].append(line)
    return found


def paragraphs(lines):
    return [" ".join(part.split()) for part in "\n".join(lines).split("\n\n") if part.strip()]


def name_of(name):
    return {"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"]


def synopsis(command, words):
    parts = [f"\\fB{escaped(words)}\\fR"]
    if command.get("subcommands"):
        return parts[0] + " \\fIsubcommand\\fR [\\fIoptions\\fR] [\\fIarguments\\fR]"
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            text = f"\\fI{escaped(argument['valueName'])}\\fR" + (" ..." if argument["isRepeating"] else "")
            parts.append(f"[{text}]" if argument["isOptional"] else text)
    return " ".join(parts)


def entry(argument):
    """An argument as a tagged paragraph."""
    value = f"\\fI{escaped(argument.get('valueName') or '')}\\fR"
    if argument["kind"] == "positional":
        tag = value
    else:
        names = ", ".join(f"\\fB{escaped(name_of(name))}\\fR" for name in argument.get("names", []))
        tag = names + (f" {value}" if argument["kind"] == "option" else "")
    text = [" ".join((argument.get("abstract") or "").split())]
    if argument.get("allValues"):
        text.append("Values: " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue") and argument["kind"] != "flag":
        text.append(f"Default: {argument['defaultValue']}.")
    return f".TP\n{tag}\n{escaped(' '.join(part for part in text if part)) or 'No description.'}"


def arguments_of(command):
    out = []
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    # Groups with a title come after the others; two groups with the same title are joined.
    titles = []
    for argument in arguments:
        if argument.get("sectionTitle") not in titles:
            titles.append(argument.get("sectionTitle"))
    for title in sorted(titles, key=lambda title: title is not None):
        if title:
            out.append(f".SS {escaped(title)}")
        out += [entry(argument) for argument in arguments if argument.get("sectionTitle") == title]
    return out


def page(command, words, version, date, siblings):
    name = words.replace(" ", "-")
    abstract = command["abstract"].rstrip(".")
    out = [
        f'.TH {escaped(name.upper())} 1 {date} "{version}" "User Commands"',
        f".SH NAME\n{escaped(name)} \\- {escaped(abstract)}",
        f".SH SYNOPSIS\n{synopsis(command, words)}",
        ".SH DESCRIPTION",
    ]
    described = sections(command.get("discussion") or "")
    out.append("\n.PP\n".join(escaped(text) for text in paragraphs(described[0][1])) or escaped(command["abstract"]))
    subcommands = [sub for sub in command.get("subcommands", []) if sub["commandName"] != "help"]
    if subcommands:
        out.append(".SH SUBCOMMANDS")
        for sub in subcommands:
            out.append(f".TP\n\\fB{escaped(sub['commandName'])}\\fR\n{escaped(sub['abstract'])}")
        out.append(".TP\n\\fBhelp\\fR \\fIsubcommand\\fR\nShow the help of a subcommand.")
        out.append(".TP\n\\fBhelp exit\\-codes\\fR\nShow the exit statuses of all subcommands.")
        out.append(".TP\n\\fBhelp android\\-links\\fR, \\fBhelp mac\\-links\\fR\n"
                   "Print a script that asks a device, for \\fB\\-\\-device\\-report\\fR.")
        out.append(".TP\n\\fBhelp schemas\\fR [\\fIsubcommand\\fR]\nShow the JSON Schemas of what \\fB\\-\\-json\\fR prints.")
    out += [".SH OPTIONS", *arguments_of(command)]
    for heading, lines in described[1:]:
        # A paragraph after a section's indented lines belongs to the description.
        body = [line for line in lines if line.startswith(" ")]
        rest = paragraphs([line for line in lines if not line.startswith(" ")])
        out.append(f".SH {escaped(heading)}")
        if heading == "EXIT STATUS":
            for line in body:
                status, meaning = line.split(None, 1)
                out.append(f".TP\n{status}\n{escaped(meaning)}")
        else:
            out.append(".EX\n" + escaped("\n".join(line[2:] for line in body)) + "\n.EE")
        out += [f".PP\n{escaped(text)}" for text in rest]
    out.append(".SH ENVIRONMENT")
    out += [f".TP\n.B {name}\n{escaped(text)}" for name, text in ENVIRONMENT]
    others = [other for other in siblings if other != name]
    out.append(".SH SEE ALSO\n" + ",\n".join(f"\\fB{escaped(other)}\\fR(1)" for other in others))
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    dump = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    day = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc) if epoch else datetime.datetime.now()
    date = day.strftime("%Y-%m-%d")
    root = dump["command"]
    commands = [(root, root["commandName"])]
    for sub in root["subcommands"]:
        if sub["commandName"] != "help":
            commands.append((sub, f"{root['commandName']} {sub['commandName']}"))
    folder.mkdir(parents=True, exist_ok=True)
    names = [words.replace(" ", "-") for _, words in commands]
    for (command, words), name in zip(commands, names):
        (folder / f"{name}.1").write_text(page(command, words, version, date, names), encoding="utf-8")


main()
