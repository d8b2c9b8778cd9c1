"""What check-sentences.py takes for a sentence, and that the list is compared."""
import pathlib
import tempfile
import unittest
import unittest.mock

import scripts

sentences = scripts.load("check-sentences.py")


class Sentences(unittest.TestCase):
    def found(self, text):
        return sentences.sentences(text)

    def test_strings_are_found_with_what_is_added_to_them(self):
        self.assertEqual(self.found('let a = "the file is " + name\nlet b = "one two "\n    + "three"'), ["the file is", "one two three"])

    def test_an_interpolation_is_left_open_and_its_own_strings_are_found(self):
        self.assertEqual(self.found(r'f("the host \(name ?? "of no known name") is missing")'),
                         ["the host … is missing", "of no known name"])

    def test_long_and_raw_strings_have_a_line_for_each_paragraph(self):
        self.assertEqual(self.found('"""\n  One short\n  sentence.\n\n  And another one.\n  """'), ["One short sentence.", "And another one."])
        self.assertEqual(self.found(r'##"a "word" of \##(two) and more"##'), ['a "word" of … and more'])

    def test_messages_of_attributes_are_found_however_short(self):
        self.assertEqual(self.found('@available(*, unavailable, message: "Use \'a\'.")'), ["Use 'a'."])

    def test_comments_names_statements_and_repeated_sentences_are_not(self):
        self.assertEqual(self.found('// "not a real sentence"\n/* "nor is this one" */ f("com.example.a.b.c")\nf("SELECT a FROM b WHERE c")'),
                         [])
        self.assertEqual(self.found('f("one and the same"); g("one and the same")'), ["one and the same"])

    def test_a_change_of_words_fails_until_the_list_has_it(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "sentences.txt"
            with (unittest.mock.patch.object(sentences, "LIST", kept), unittest.mock.patch.object(sentences, "listed", lambda: "a new one\n"),
                  unittest.mock.patch("sys.argv", ["check-sentences.py"]), unittest.mock.patch("sys.stdout")):
                kept.write_text("an old one\n", encoding="utf-8")
                with self.assertRaises(SystemExit):
                    sentences.main()
                kept.write_text("a new one\n", encoding="utf-8")
                sentences.main()


if __name__ == "__main__":
    unittest.main()
