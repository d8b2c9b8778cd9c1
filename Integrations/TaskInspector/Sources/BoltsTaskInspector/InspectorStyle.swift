/// The style sheet of the page: light and dark, for all widths down to a phone's.
enum InspectorStyle {
    static let css = """
        :root {
            color-scheme: light dark;
            --ink: light-dark(#1b1d21, #e8e9ec); --soft: light-dark(#5a616d, #a5acb8);
            --paper: light-dark(#fbfbfc, #15171a); --card: light-dark(#fff, #1e2126);
            --line: light-dark(#d9dce1, #363b43); --link: light-dark(#0a58b0, #7db7ff);
            --bad: light-dark(#b3261e, #ff8a80); --bad-paper: light-dark(#fdeceb, #3a1c1b);
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 70rem; padding: 1rem; background: var(--paper); color: var(--ink);
            font: 15px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
        a { color: var(--link); }
        h1 { display: inline; font-size: 1.35rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
        p { margin: .15rem 0; }
        .process { display: inline; color: var(--soft); margin-left: .5rem; }
        .counts { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .7rem 0; }
        .counts li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .2rem .6rem; }
        .counts .bad { background: var(--bad-paper); border-color: var(--bad); }
        .counts .bad a { color: var(--bad); }
        nav a { margin-right: .6rem; }
        #cycles h2, #abandoned h2, #blocked h2 { color: var(--bad); }
        ul.plain { list-style: none; padding: 0; margin: .5rem 0; }
        ul.plain > li { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .7rem;
            margin-bottom: .4rem; overflow-wrap: anywhere; }
        #cycles ul.plain > li, #abandoned ul.plain > li, #blocked ul.plain > li { border-left: 4px solid var(--bad); }
        li:target { outline: 2px solid var(--link); }
        .type, .facts, .place { color: var(--soft); }
        .place { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85rem; }
        .state { font-size: .8rem; border: 1px solid var(--line); border-radius: 999px; padding: 0 .5rem; margin-left: .3rem; }
        .state.blocked { color: var(--bad); border-color: var(--bad); }
        form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin-bottom: .6rem; }
        label { display: grid; color: var(--soft); font-size: .85rem; }
        input, select, button { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--line);
            border-radius: 6px; padding: .3rem .5rem; max-width: 100%; min-height: 2.2rem; }
        .graph { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .7rem; background: var(--card); }
        svg text { fill: var(--ink); font-size: 13px; }
        svg .small { fill: var(--soft); font-size: 12px; }
        svg rect { fill: var(--paper); stroke: var(--line); }
        svg .blocked rect, svg .cycle rect { stroke: var(--bad); stroke-width: 2; fill: var(--bad-paper); }
        svg .running rect { stroke: var(--link); stroke-width: 2; }
        svg .arrow { fill: none; stroke: var(--soft); stroke-width: 1.3; }
        svg .arrow.cycle { stroke: var(--bad); stroke-width: 2; }
        svg marker path { fill: var(--soft); }
        @media (max-width: 30rem) {
            body { padding: .7rem; }
            form { display: grid; grid-template-columns: 1fr 1fr; }
            label:first-child, button { grid-column: 1 / -1; }
        }

        """
}
