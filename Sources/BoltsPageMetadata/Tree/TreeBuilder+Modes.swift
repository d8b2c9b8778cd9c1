// Tags outside the body: the other insertion modes, and svg and math.

extension TreeBuilder {
    @inline(never)
    mutating func startTagOutsideBody(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        if mode == .inUntrackedTemplate {
            if type == .template { untrackedTemplates += 1 }
            return rawTextEffect(of: type) ?? .none
        }
        if let current = stack.last, current.isForeign, !followsHTMLRules(type, in: current) {
            guard type.endsForeignContent || type == .font && tag.hasSignificantAttribute else {
                if !tag.isSelfClosing { insertForeign(tag, type, isSVG: current.flags.contains(.svg)) }
                return .none
            }
            popForeignElements()
        }
        return startTagByMode(tag, type)
    }

    /// A start tag by the rules of the current insertion mode.
    mutating func startTagByMode(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        switch mode {
        case .initial, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
            startTagAroundHead(tag, type)
        case .inBody:
            startTagInBody(tag, type)
        case .inTemplate:
            startTagInTemplate(tag, type)
        case .inFrameset:
            type == .noframes ? .rawText : .none
        case .inUntrackedTemplate:
            .none
        case .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell:
            startTagInTable(tag, type)
        }
    }

    @inline(never)
    mutating func endTagOutsideBody(_ name: HTMLName, _ type: ElementType) {
        if mode == .inUntrackedTemplate {
            if type == .template { untrackedTemplates -= 1 }
            if untrackedTemplates == 0 { mode = modeAroundUntracked }
            return
        }
        if stack.isForeign {
            if type == .br || type == .p {
                popForeignElements()
            } else {
                let match = stack.lastIndex(
                    where: { $0.isForeign && $0.isNamed(name) },
                    unlessBehind: { !$0.isForeign }
                )
                if let match { return pop(through: match) }
            }
        }
        endTagByMode(name, type)
    }

    mutating func endTagByMode(_ name: HTMLName, _ type: ElementType) {
        switch mode {
        case .initial, .beforeHead, .inHead, .inHeadNoscript, .afterHead:
            endTagAroundHead(name, type)
        case .inBody:
            endTagInBody(name, type)
        case .inTemplate:
            if type == .template { closeTemplate() }
        case .inFrameset, .inUntrackedTemplate:
            break
        case .inTable, .inCaption, .inColumnGroup, .inTableBody, .inRow, .inCell:
            endTagInTable(name, type)
        }
    }
}

// MARK: - svg and math

extension TreeBuilder {
    /// Whether a start tag inside an svg or math element is treated as HTML.
    private func followsHTMLRules(_ type: ElementType, in current: OpenElement) -> Bool {
        if current.flags.contains(.htmlIntegrationPoint) { return true }
        if current.flags.contains(.mathMLTextIntegrationPoint) { return type != .mglyph && type != .malignmark }
        return current.flags.contains(.annotationXML) && type == .svg
    }

    mutating func insertForeign(_ tag: StartTag, _ type: ElementType, isSVG: Bool) {
        let isHTMLAnnotation = type == .annotationXML && tag.hasSignificantAttribute
        stack.push(OpenElement(foreign: tag.name, type, isSVG: isSVG, isHTMLAnnotation: isHTMLAnnotation))
    }

    /// Closes svg and math elements up to an integration point or HTML, before a tag that cannot be inside them.
    private mutating func popForeignElements() {
        while let last = stack.last, last.isForeign, last.flags.isDisjoint(with: .integrationPoint) { popElement() }
    }
}

// MARK: - The head

extension TreeBuilder {
    private mutating func startTagAroundHead(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        if mode == .initial { mode = .beforeHead }
        switch (mode, type) {
        case (_, .html):
            return .none
        case (.inHeadNoscript, .basefont), (.inHeadNoscript, .bgsound), (.inHeadNoscript, .link),
            (.inHeadNoscript, .meta), (.inHeadNoscript, .noframes), (.inHeadNoscript, .style):
            return startTagOfHead(tag, type) ?? .none
        case (.inHeadNoscript, .head), (.inHeadNoscript, .noscript):
            return .none
        case (.beforeHead, _), (.inHeadNoscript, _):
            mode = .inHead
            isHeadOpen = true
        default:
            break
        }
        if type == .head { return .none }
        if let effect = startTagOfHead(tag, type) { return effect }
        if mode == .inHead {
            if type == .noscript {
                if isScriptingEnabled { return .rawText }
                mode = .inHeadNoscript
                return .none
            }
            leaveHead()
        }
        if type == .frameset { return beginFrameset() }
        openImpliedBody()
        if type == .body { canBecomeFrameset = false }
        return startTagInBody(tag, type)
    }

    private mutating func leaveHead() {
        mode = .afterHead
        isHeadOpen = false
    }

    /// Opens a body without a tag; browsers allow a frameset to replace it even after text.
    mutating func openImpliedBody() {
        openBody()
        canBecomeFrameset = true
    }

    /// A start tag of an element that belongs to the head; `nil` for any other element.
    mutating func startTagOfHead(_ tag: StartTag, _ type: ElementType) -> StartTagEffect? {
        switch type {
        case .base, .link:
            return countLink(type)
        case .basefont, .bgsound:
            return StartTagEffect.none
        case .meta:
            return countMeta()
        case .title, .style, .noframes:
            return .rawText
        case .script:
            return .script
        case .template:
            openTemplate(tag.name)
            return StartTagEffect.none
        default:
            return nil
        }
    }

    /// The effect of a start tag after which text is raw anywhere in HTML.
    func rawTextEffect(of type: ElementType) -> StartTagEffect? {
        switch type {
        case .title, .style, .noframes, .textarea, .xmp, .iframe, .noembed: .rawText
        case .noscript: isScriptingEnabled ? .rawText : nil
        case .script: .script
        case .plaintext: .plaintext
        default: nil
        }
    }

    private mutating func endTagAroundHead(_ name: HTMLName, _ type: ElementType) {
        if mode == .initial { mode = .beforeHead }
        switch (mode, type) {
        case (.beforeHead, .head), (.inHead, .head):
            leaveHead()
        case (.inHeadNoscript, .noscript):
            mode = .inHead
        case (.inHead, .template), (.afterHead, .template):
            closeTemplate()
        case (.inHeadNoscript, .br), (.beforeHead, .body), (.beforeHead, .html), (.beforeHead, .br), (.inHead, .body),
            (.inHead, .html), (.inHead, .br), (.afterHead, .body), (.afterHead, .html), (.afterHead, .br):
            openImpliedBody()
            endTagInBody(name, type)
        default:
            break
        }
    }
}

// MARK: - Templates

extension TreeBuilder {
    mutating func openTemplate(_ name: HTMLName) {
        guard insert(name, .template) else {
            untrackedTemplates = 1
            modeAroundUntracked = mode
            mode = .inUntrackedTemplate
            return
        }
        formatting.appendMarker()
        forbidFrameset()
        mode = .inTemplate
        templateModes.append(.inTemplate)
    }

    mutating func closeTemplate() {
        guard stack.templateCount > 0 else { return }
        // This search ignores the budget, because the content of a template must never count.
        guard let index = (0..<stack.count).last(where: { stack[$0].type == .template }) else { return }
        pop(through: index)
        formatting.clearToLastMarker()
        templateModes.removeLast()
        resetInsertionMode()
    }

    private mutating func startTagInTemplate(_ tag: StartTag, _ type: ElementType) -> StartTagEffect {
        if let effect = startTagOfHead(tag, type) { return effect }
        switch type {
        case .caption, .colgroup, .tbody, .tfoot, .thead: setTemplateMode(.inTable)
        case .col: setTemplateMode(.inColumnGroup)
        case .tr: setTemplateMode(.inTableBody)
        case .td, .th: setTemplateMode(.inRow)
        default: setTemplateMode(.inBody)
        }
        return startTagByMode(tag, type)
    }

    private mutating func setTemplateMode(_ newMode: InsertionMode) {
        mode = newMode
        templateModes[templateModes.count - 1] = newMode
    }

    /// The standard's "reset the insertion mode appropriately".
    mutating func resetInsertionMode() {
        let outermost = metasBeforeTables.isEmpty && stack.templateCount == 0 ? stack.count : 0
        for index in (outermost..<stack.count).reversed() {
            switch stack[index].type {
            case .td, .th: mode = .inCell
            case .tr: mode = .inRow
            case .tbody, .tfoot, .thead: mode = .inTableBody
            case .caption: mode = .inCaption
            case .colgroup: mode = .inColumnGroup
            case .table: mode = .inTable
            case .template: mode = templateModes.last ?? .inBody
            default: continue
            }
            return
        }
        mode = hasBody ? .inBody : isHeadOpen ? .inHead : .afterHead
    }
}
