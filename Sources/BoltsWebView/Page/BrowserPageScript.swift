public import BoltsPageMetadata

/// The script that reads the App Links tags of a page in a browser.
///
/// It returns one text, which ``BrowserPageAnswer`` parses. The page may have replaced everything that scripts rely on: `JSON`,
/// the prototypes, `document.querySelectorAll` (which a mere `<img name=querySelectorAll>` hides). Therefore the text is built
/// only with `+` on texts and numbers, the length of each value precedes it, so that no value can pose as another, and the type
/// of everything read is checked. A page that lies by such tricks could have lied in its tags as well. A page may never answer,
/// so the caller limits the script's time.
@_spi(Bolts) public enum BrowserPageScript {
    /// The beginning of every answer.
    @_spi(Bolts) public static let mark = "bolts1;"
    /// The maximum number of meta elements to examine.
    static let elementLimit = 1_000_000

    /// The script, as the body of a function that returns a text.
    ///
    /// - Parameter options: How many tags, and how much of each, to return, and whether `name` counts. Its byte limits count
    ///   UTF-16 code units in the script; ``BrowserPageAnswer`` applies them exactly.
    /// - Returns: JavaScript for WebDriver's `execute/sync` or WebKit's `callAsyncJavaScript`. It never throws.
    @_spi(Bolts) public static func body(_ options: PageMetadataReader.Options) -> String {
        let selector =
            options.acceptsNameAttribute ? #"meta[property^="al:"],meta[name^="al:"]"# : #"meta[property^="al:"]"#
        let attributes = options.acceptsNameAttribute ? "['property', 'name']" : "['property']"
        return """
            return (function (tagLimit, valueLimit, totalLimit, elementLimit) {
                var head = '\(mark)', tags = '', count = 0, isTruncated = false;
                function sized(kind, value) { return kind + value.length + ':' + value; }
                function begins(value) { return value[0] === 'a' && value[1] === 'l' && value[2] === ':'; }
                function field(prototype, name) {
                    return Reflect.apply(Object.getOwnPropertyDescriptor(prototype, name).get, document, []);
                }
                try {
                    var url = location.href;
                    if (typeof url !== 'string' || url.length > 65536) return head + 'f';
                    head += sized('u', url);
                    try {
                        var encoding = field(Document.prototype, 'characterSet');
                        if (typeof encoding === 'string' && encoding.length <= 64) head += sized('e', encoding);
                    } catch (unknown) {}
                    try {
                        var status = performance.getEntriesByType('navigation')[0].responseStatus;
                        if (typeof status === 'number' && status >= 100 && status <= 999 && status % 1 === 0) {
                            head += sized('s', '' + status);
                        }
                    } catch (unknown) {}
                    var state = field(Document.prototype, 'readyState');
                    if (state === 'complete') head += 'l';
                    else if (state === 'interactive') head += 'i';
                    var get = Element.prototype.getAttribute;
                    var list = Reflect.apply(Document.prototype.querySelectorAll, document, ['\(selector)']);
                    var attributes = \(attributes);
                    for (var i = 0; i < elementLimit && !isTruncated; i++) {
                        var element = list[i];
                        if (typeof element !== 'object' || element === null) break;
                        for (var j = 0; j < \(options.acceptsNameAttribute ? 2 : 1); j++) {
                            var property = Reflect.apply(get, element, [attributes[j]]);
                            if (typeof property !== 'string' || !begins(property)) continue;
                            if (property.length > valueLimit) continue;
                            var content = Reflect.apply(get, element, ['content']);
                            var entry = sized(j === 0 ? 'p' : 'n', property);
                            if (content === null) entry += '-';
                            else if (typeof content !== 'string') return head + 'f';
                            else if (content.length > valueLimit) entry += 'x';
                            else entry += sized('c', content);
                            if (count >= tagLimit || tags.length + entry.length > totalLimit) { isTruncated = true; break; }
                            tags += entry;
                            count += 1;
                        }
                    }
                    return head + tags + (isTruncated ? '!' : '.');
                } catch (disturbed) {
                    return '\(mark)f';
                }
            })(\(max(options.tagLimit, 0)), \(max(options.valueByteLimit, 0)), \
            \(max(options.byteLimit, 0)), \(elementLimit));
            """
    }
}
