"""The legacy decoders of the WHATWG Encoding Standard, written after its text and fed from its indexes.

Slow and plain on purpose: the other side that the reader's own decoders are compared with (compare-with-lexbor.py), and
where the checksums of its tests come from:

    generate-tables.py checksums [DIRECTORY]
"""

import pathlib
import re
import sys

from project import ROOT

REPLACEMENT = "\ufffd"
END = None
FINISHED = object()


class Indexes:
    def __init__(self, directory):
        self.directory = pathlib.Path(directory)
        self.loaded = {}

    def __getitem__(self, name):
        if name not in self.loaded:
            text = (self.directory / f"index-{name}.txt").read_text(encoding="utf-8")
            pairs = re.findall(r"^\s*(\d+)\t0x([0-9A-F]+)", text, re.MULTILINE)
            self.loaded[name] = {int(pointer): int(code, 16) for pointer, code in pairs}
        return self.loaded[name]


class Decoder:
    """A decoder whose handler takes a byte, or END, and returns code points, an error, or nothing."""

    error = object()

    def __init__(self, indexes):
        self.indexes = indexes

    def decode(self, data):
        queue = list(reversed(data))
        out = []
        while True:
            byte = queue.pop() if queue else END
            result = self.handle(byte, queue)
            if result is FINISHED:
                return "".join(out)
            if result is self.error:
                out.append(REPLACEMENT)
            elif result is not None:
                out += map(chr, result)


class SingleByte(Decoder):
    def __init__(self, indexes, name):
        super().__init__(indexes)
        self.index = indexes[name]

    def handle(self, byte, queue):
        if byte is END:
            return FINISHED
        if byte < 0x80:
            return [byte]
        code = self.index.get(byte - 0x80)
        return self.error if code is None else [code]


class UserDefined(Decoder):
    def handle(self, byte, queue):
        if byte is END:
            return FINISHED
        return [byte] if byte < 0x80 else [0xF780 + byte - 0x80]


class GB18030(Decoder):
    def __init__(self, indexes):
        super().__init__(indexes)
        self.first = self.second = self.third = 0
        self.index = indexes["gb18030"]
        self.ranges = sorted(indexes["gb18030-ranges"].items())

    def range_code(self, pointer):
        if 39419 < pointer < 189000 or pointer > 1237575:
            return None
        if pointer == 7457:
            return 0xE7C7
        offset, start = [entry for entry in self.ranges if entry[0] <= pointer][-1]
        return start + pointer - offset

    def handle(self, byte, queue):
        if byte is END:
            if not (self.first or self.second or self.third):
                return FINISHED
            self.first = self.second = self.third = 0
            return self.error
        if self.third:
            if not 0x30 <= byte <= 0x39:
                queue += [byte, self.third, self.second]
                self.first = self.second = self.third = 0
                return self.error
            pointer = (
                (self.first - 0x81) * 10 * 126 * 10 + (self.second - 0x30) * 10 * 126 + (self.third - 0x81) * 10
                + byte - 0x30
            )
            code = self.range_code(pointer)
            self.first = self.second = self.third = 0
            return self.error if code is None else [code]
        if self.second:
            if 0x81 <= byte <= 0xFE:
                self.third = byte
                return None
            queue += [byte, self.second]
            self.first = self.second = 0
            return self.error
        if self.first:
            if 0x30 <= byte <= 0x39:
                self.second = byte
                return None
            lead, self.first = self.first, 0
            pointer = None
            offset = 0x40 if byte < 0x7F else 0x41
            if 0x40 <= byte <= 0x7E or 0x80 <= byte <= 0xFE:
                pointer = (lead - 0x81) * 190 + byte - offset
            code = self.index.get(pointer)
            if code is not None:
                return [code]
            if byte < 0x80:
                queue.append(byte)
            return self.error
        if byte < 0x80:
            return [byte]
        if byte == 0x80:
            return [0x20AC]
        if byte <= 0xFE:
            self.first = byte
            return None
        return self.error


class TwoByte(Decoder):
    """What Big5, EUC-KR and Shift_JIS have in common."""

    lead = 0

    def handle(self, byte, queue):
        if byte is END:
            if not self.lead:
                return FINISHED
            self.lead = 0
            return self.error
        if self.lead:
            lead, self.lead = self.lead, 0
            codes = self.pair(lead, byte)
            if codes:
                return codes
            if byte < 0x80:
                queue.append(byte)
            return self.error
        return self.single(byte)

    def single(self, byte):
        if byte < 0x80:
            return [byte]
        if 0x81 <= byte <= 0xFE:
            self.lead = byte
            return None
        return self.error


class Big5(TwoByte):
    PAIRS = {1133: [0xCA, 0x304], 1135: [0xCA, 0x30C], 1164: [0xEA, 0x304], 1166: [0xEA, 0x30C]}

    def pair(self, lead, byte):
        if not (0x40 <= byte <= 0x7E or 0xA1 <= byte <= 0xFE):
            return None
        pointer = (lead - 0x81) * 157 + byte - (0x40 if byte < 0x7F else 0x62)
        if pointer in self.PAIRS:
            return self.PAIRS[pointer]
        code = self.indexes["big5"].get(pointer)
        return None if code is None else [code]


class EUCKR(TwoByte):
    def pair(self, lead, byte):
        if not 0x41 <= byte <= 0xFE:
            return None
        code = self.indexes["euc-kr"].get((lead - 0x81) * 190 + byte - 0x41)
        return None if code is None else [code]


class ShiftJIS(TwoByte):
    def pair(self, lead, byte):
        if not (0x40 <= byte <= 0x7E or 0x80 <= byte <= 0xFC):
            return None
        pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + byte - (0x40 if byte < 0x7F else 0x41)
        if 8836 <= pointer <= 10715:
            return [0xE000 - 8836 + pointer]
        code = self.indexes["jis0208"].get(pointer)
        return None if code is None else [code]

    def single(self, byte):
        if byte <= 0x80:
            return [byte]
        if 0xA1 <= byte <= 0xDF:
            return [0xFF61 - 0xA1 + byte]
        if 0x81 <= byte <= 0x9F or 0xE0 <= byte <= 0xFC:
            self.lead = byte
            return None
        return self.error


class EUCJP(Decoder):
    def __init__(self, indexes):
        super().__init__(indexes)
        self.lead = 0
        self.jis0212 = False

    def handle(self, byte, queue):
        if byte is END:
            if not self.lead:
                return FINISHED
            self.lead = 0
            return self.error
        if self.lead == 0x8E and 0xA1 <= byte <= 0xDF:
            self.lead = 0
            return [0xFF61 - 0xA1 + byte]
        if self.lead == 0x8F and 0xA1 <= byte <= 0xFE:
            self.jis0212 = True
            self.lead = byte
            return None
        if self.lead:
            lead, self.lead = self.lead, 0
            code = None
            if 0xA1 <= lead <= 0xFE and 0xA1 <= byte <= 0xFE:
                index = self.indexes["jis0212" if self.jis0212 else "jis0208"]
                code = index.get((lead - 0xA1) * 94 + byte - 0xA1)
            self.jis0212 = False
            if code is not None:
                return [code]
            if byte < 0x80:
                queue.append(byte)
            return self.error
        if byte < 0x80:
            return [byte]
        if byte in (0x8E, 0x8F) or 0xA1 <= byte <= 0xFE:
            self.lead = byte
            return None
        return self.error


class ISO2022JP(Decoder):
    def __init__(self, indexes):
        super().__init__(indexes)
        self.state = self.output_state = "ascii"
        self.lead = 0
        self.output = False

    def handle(self, byte, queue):
        return getattr(self, "in_" + self.state)(byte, queue)

    def plain(self, byte, special):
        if byte == 0x1B:
            self.state = "escape_start"
            return None
        if byte is END:
            return FINISHED
        self.output = False
        return special(byte)

    def in_ascii(self, byte, queue):
        return self.plain(byte, lambda b: [b] if b < 0x80 and b not in (0x0E, 0x0F) else self.error)

    def in_roman(self, byte, queue):
        def code(b):
            if b in (0x5C, 0x7E):
                return [0xA5 if b == 0x5C else 0x203E]
            return [b] if b < 0x80 and b not in (0x0E, 0x0F) else self.error

        return self.plain(byte, code)

    def in_katakana(self, byte, queue):
        return self.plain(byte, lambda b: [0xFF61 - 0x21 + b] if 0x21 <= b <= 0x5F else self.error)

    def in_lead(self, byte, queue):
        def code(b):
            if not 0x21 <= b <= 0x7E:
                return self.error
            self.lead = b
            self.state = "trail"
            return None

        return self.plain(byte, code)

    def in_trail(self, byte, queue):
        if byte == 0x1B:
            self.state = "escape_start"
            return self.error
        self.state = "lead"
        if byte is END:
            return self.error
        if not 0x21 <= byte <= 0x7E:
            return self.error
        code = self.indexes["jis0208"].get((self.lead - 0x21) * 94 + byte - 0x21)
        return self.error if code is None else [code]

    def in_escape_start(self, byte, queue):
        if byte in (0x24, 0x28):
            self.lead = byte
            self.state = "escape"
            return None
        if byte is not END:
            queue.append(byte)
        self.output = False
        self.state = self.output_state
        return self.error

    def in_escape(self, byte, queue):
        lead, self.lead = self.lead, 0
        state = {(0x28, 0x42): "ascii", (0x28, 0x4A): "roman", (0x28, 0x49): "katakana", (0x24, 0x40): "lead",
                 (0x24, 0x42): "lead"}.get((lead, byte))
        if state:
            self.state = self.output_state = state
            output, self.output = self.output, True
            return self.error if output else None
        queue += [lead] if byte is END else [byte, lead]
        self.output = False
        self.state = self.output_state
        return self.error


MULTI_BYTE = {
    "shift_jis": ShiftJIS, "euc-jp": EUCJP, "iso-2022-jp": ISO2022JP, "gbk": GB18030, "gb18030": GB18030, "big5": Big5,
    "euc-kr": EUCKR, "x-user-defined": UserDefined,
}


def decode(data, label, indexes):
    """The text that the bytes are in the encoding of that label, one of its main labels."""
    if label == "utf-8":
        return data.decode("utf-8", "replace")
    if label == "iso-8859-8-i":
        label = "iso-8859-8"
    decoder = MULTI_BYTE[label](indexes) if label in MULTI_BYTE else SingleByte(indexes, label)
    return decoder.decode(data)


def pair_checksum(label, indexes):
    """FNV-1a over all 65,536 byte pairs, each followed by a line end and decoded, in UTF-8."""
    checksum = 0xCBF29CE484222325
    for first in range(256):
        source = bytes(byte for second in range(256) for byte in (first, second, 0x0A))
        for byte in decode(source, label, indexes).encode("utf-8"):
            checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return checksum


def main():
    known = Indexes(sys.argv[1] if len(sys.argv) > 1 else ROOT.parent / "shared/encoding-indexes")
    for name in ("shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"):
        print(f'("{name}", 0x{pair_checksum(name, known):016X}),')
