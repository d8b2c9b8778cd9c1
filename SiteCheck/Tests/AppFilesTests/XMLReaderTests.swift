import Testing

@testable import AppFiles

struct XMLReaderTests {
    private func root(_ text: String) throws(FormatError) -> XMLElement { try XMLReader.root(of: Array(text.utf8)) }

    @Test func namespacesAreToldByTheirNamesAndNotByTheirPrefixes() throws {
        let root = try root(
            """
            <!-- a comment with <tags> -->
            <m xmlns:x='http://schemas.android.com/apk/res/android' xmlns:android="urn:other">
              <c x:name="1" name="3" xmlns:y="http://schemas.android.com/tools" y:node="remove"/>
              <d y:node="4"/>
            </m>
            """
        )
        #expect(root.children[0].attributes == ["android:name": "1", "name": "3", "tools:node": "remove"])
        #expect(root.children[1].attributes == ["y:node": "4"])
        #expect(root.children.map(\.line) == [3, 4])
    }

    @Test func referencesAndSectionsBecomeCharacters() throws {
        let root = try root("<s v=\"a&#x2f;&amp;\n\">x &lt;<![CDATA[<&]]>&#99;</s>")
        #expect(root.attributes["v"] == "a/& ")
        #expect(root.text == "x <<&c")
    }

    @Test func documentsInUTF16AreRead() throws {
        let text = "\u{FEFF}<m host=\"bücher.example\"/>"
        let bytes = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        #expect(try XMLReader.root(of: bytes).attributes["host"] == "bücher.example")
    }

    @Test(arguments: [
        ("<!DOCTYPE m [<!ENTITY a \"b\">]><m>&a;</m>", "declares entities"), ("<m>&a;</m>", "uses the entity \"a\""),
        ("<m>", "ends within the element \"m\""), ("<m></n>", "closes \"n\" where \"m\" is open"),
        ("", "has no element"),
        ("<m a=1/>", "without quotation marks"), ("<m a='1' a='2'/>", "twice"), ("<m", "ends within a tag"),
        ("<m a=\"<\"/>", "within an attribute"), ("<!-- ", "does not end"), ("text", "outside the elements"),
        ("<m>\n\n&#xD800;</m>", "line 3"), ("</m>", "where nothing is open"), ("< m/>", "without a name"),
    ])
    func whatIsNotXMLIsRefusedWithItsLine(text: String, reason: String) {
        let error = #expect(throws: FormatError.self) { try self.root(text) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(.tags(.th82)) func depthAttributesAndSizeAreBounded() {
        let deep = String(repeating: "<a>", count: 100_000)
        let wide = "<a " + (0..<80_000).map { "b\($0)=''" }.joined(separator: " ") + "/>"
        let large = "<a>" + String(repeating: " ", count: XMLReader.maximumSize) + "</a>"
        let many = "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>"
        let names = "<a " + (0..<100).map { "xmlns:b\($0)=''" }.joined(separator: " ") + "/>"
        for (text, reason) in [
            (many, "more are not read"), (names, "namespaces"), (deep, "nests more than"),
            (wide, "attributes in a tag"), (large, "at most"),
        ] {
            let error = #expect(throws: FormatError.self) { try self.root(text) }
            #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        }
    }
}
