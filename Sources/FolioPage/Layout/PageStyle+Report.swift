extension PageStyle {
  /// The rules of the page with all reports, after the common ones.
  static let report = """
    :root { --up: #1f6fc4; --down: #c2500a; --down-back: #f6c9a6; --whole: #414b5c;
    --area: #1f6fc4; --steps: #9a4f00; --u1: #e3effc; --u2: #c5defa; --u3: #95c2f4;
    --u4: #64a5ec; --o1: #fdeee0; --o2: #fbd7b4; --o3: #f7b578; --o4: #ef9146; --cell: #18202c;
    --shade: #18202c40; }
    @media (prefers-color-scheme: dark) { :root { --up: #6aabf7; --down: #f2914a;
    --down-back: #6b3a14; --whole: #b4bfd0; --area: #6aabf7; --steps: #f0b26b; --u1: #15263b;
    --u2: #1b385a; --u3: #224b7a; --u4: #2a5f9c; --o1: #33200f; --o2: #4b2c11; --o3: #663a13;
    --o4: #814816; --cell: #f2f5fa; --shade: #0009; } }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--card); z-index: 9; }
    header p { margin: .25rem 0; color: var(--soft); }
    .facts { display: flex; flex-wrap: wrap; gap: .125rem 1.5rem; padding: 0; margin: .5rem 0;
    list-style: none; font-size: .875rem; color: var(--soft); }
    .facts b { font-weight: 600; color: var(--ink); }
    .state { display: block; border-radius: .5rem; padding: .625rem 1rem; margin: 1rem 0;
    color: var(--good); background: var(--good-back); border-left: 4px solid; font-weight: 500; }
    .state.open { color: var(--warn); background: var(--warn-back); }
    .state p { margin: 0; color: inherit; }
    .state a { color: inherit; }
    nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.125rem; list-style: none; padding: 0;
    margin: 1rem 0; font-size: .875rem; }
    .keys { display: flex; flex-wrap: wrap; gap: .75rem; padding: 0; margin: 1.25rem 0 0;
    list-style: none; }
    .keys li { flex: 1 0 11rem; min-width: fit-content; max-width: 100%; background: var(--card);
    border-radius: .625rem; padding: .875rem 1rem; }
    .keys :is(.name, p) { width: 0; min-width: 100%; }
    .keys .name { font-size: .8125rem; color: var(--soft); display: block; }
    .keys a { color: inherit; text-decoration: underline dotted 1px;
    text-underline-offset: 3px; }
    .keys strong { display: block; font-size: 1.5rem; line-height: 1.3; font-weight: 650;
    font-variant-numeric: tabular-nums; letter-spacing: -.02em; overflow-wrap: anywhere; }
    .keys .long { font-size: 1.25rem; } .keys .longer { font-size: 1rem; }
    .keys strong small { font-size: .75rem; font-weight: 500; color: var(--soft);
    letter-spacing: 0; }
    .keys p { margin: .125rem 0 0; font-size: .8125rem; color: var(--soft); }
    section { margin-top: 3rem; }
    h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; letter-spacing: -.01em; }
    h3 { font-size: 1rem; margin: 1.75rem 0 .25rem; }
    section > p { max-width: 46rem; margin: .25rem 0 .75rem; }
    .how, .more { font-size: .8125rem; color: var(--soft); margin: .375rem 0 1rem; }
    code { font: .8125rem/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", monospace;
    overflow-wrap: anywhere; }
    figure { margin: 1rem 0 .5rem; }
    figcaption { font-size: .875rem; font-weight: 600; margin-bottom: .5rem; }
    .chart { display: block; width: 100%; max-width: 56rem; height: auto; font-size: 12px; }
    .chart.s { display: none; }
    .chart text { fill: var(--soft); font-variant-numeric: tabular-nums; }
    .chart .m { text-anchor: middle; } .chart .e { text-anchor: end; }
    .chart .value { fill: var(--ink); }
    .chart .strong { fill: var(--ink); font-weight: 700; }
    .grid { stroke: var(--line); } .zero { stroke: var(--rule); } .link { stroke: var(--rule);
    stroke-dasharray: 2 2; }
    .area { fill: var(--area); fill-opacity: .16; }
    .line { fill: none; stroke: var(--area); stroke-width: 2; stroke-linejoin: round; }
    .dot { fill: var(--area); } .ring { fill: none; stroke: var(--steps); stroke-width: 2; }
    .steps { fill: none; stroke: var(--steps); stroke-width: 2; stroke-dasharray: 6 4; }
    .compared { fill: none; stroke: var(--steps); stroke-width: 2; stroke-dasharray: 2 4;
    stroke-linecap: round; }
    .chart .of-area { fill: var(--link); font-weight: 600; }
    .chart :is(.of-steps, .of-line) { fill: var(--steps); font-weight: 600; }
    .up { fill: var(--up); }
    .down { fill: url(#hatch); stroke: var(--down); }
    .whole { fill: var(--whole); }
    .gap { fill: url(#unknown); }
    .patterns { position: absolute; }
    .hatch-back { fill: var(--down-back); } .hatch-line { fill: var(--down); }
    .unknown-line { fill: var(--line); }
    .wide { background: linear-gradient(to right, var(--page) 40%, transparent) 0 0 / 2.5rem,
    linear-gradient(to left, var(--page) 40%, transparent) 100% 0 / 2.5rem,
    linear-gradient(to right, var(--shade), transparent) 0 0 / .75rem,
    linear-gradient(to left, var(--shade), transparent) 100% 0 / .75rem;
    background-repeat: no-repeat; background-attachment: local, local, scroll, scroll; }
    .bar { display: block; width: 100%; min-width: 5rem; height: .875rem; margin-top: .25rem; }
    td.b { width: 45%; } thead td { border-top: 0; border-bottom: 2px solid var(--rule); }
    .tables { display: grid; gap: 0 2.5rem;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
    .tables table { width: 100%; }
    .heat td { text-align: right; padding: .375rem .5rem; border: 2px solid var(--page);
    border-radius: .25rem; white-space: nowrap; }
    .heat thead th { text-align: right; } .heat tbody th { border: 0; }
    .heat th:first-child { text-align: left; }
    .u1 { background: var(--u1); color: var(--cell); } .u2 { background: var(--u2);
    color: var(--cell); } .u3 { background: var(--u3); color: var(--cell); }
    .u4 { background: var(--u4); color: var(--cell); } .o1 { background: var(--o1);
    color: var(--cell); } .o2 { background: var(--o2); color: var(--cell); }
    .o3 { background: var(--o3); color: var(--cell); } .o4 { background: var(--o4);
    color: var(--cell); }
    .none { color: var(--soft); }
    summary { cursor: pointer; font-size: .875rem; color: var(--link); padding: .25rem 0; }
    details { margin: .25rem 0; }
    .notes li { margin: .25rem 0; }
    dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .375rem 1.5rem;
    font-size: .875rem; }
    dt { font-weight: 600; } dd { margin: 0; }
    dt:target, tr:target, section:target > h2 { background: var(--warn-back); }
    footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line);
    font-size: .8125rem; color: var(--soft); }
    .tools { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
    font-size: .875rem; margin: .5rem 0; }
    input[type=search], button { font: inherit; font-size: .8125rem; color: var(--ink);
    background: var(--card); border: 1px solid var(--rule); border-radius: .375rem;
    padding: .25rem .625rem; }
    button { cursor: pointer; }
    thead th:has(button) { padding-right: 1.375rem; position: relative; }
    thead button { border: 0; background: none; padding: 0 .25rem; color: var(--soft);
    position: absolute; right: .125rem; bottom: .375rem; }
    :is(a, button, input, summary, .wide):focus-visible { outline: 2px solid var(--link);
    outline-offset: 2px; }
    body:has(#exact:checked) data { font-size: 0; }
    body:has(#exact:checked) data::after { content: attr(value); font-size: .875rem; }
    body:has(#exact:checked) data:focus::after { position: static; background: none;
    color: inherit; padding: 0; }
    @media (max-width: 44rem) { .chart.w { display: none; } .chart.s { display: block; }
    dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .75rem; }
    section { margin-top: 2.25rem; } .heat { font-size: .75rem; } }
    @media (min-width: 44.01rem) { .wide th[scope=row], .wide thead th:first-child {
    position: sticky; left: 0; background: var(--page); z-index: 1; } }
    @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
    @media print { :root { --up: #1f6fc4; --down: #c2500a; --down-back: #f6c9a6; --whole: #414b5c;
    --area: #1f6fc4; --steps: #9a4f00; --u1: #e3effc; --u2: #c5defa; --u3: #95c2f4;
    --u4: #64a5ec; --o1: #fdeee0; --o2: #fbd7b4; --o3: #f7b578; --o4: #ef9146; --cell: #18202c; }
    * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    .chart.w { display: block; } .chart.s, nav, .tools, thead button, .skip { display: none; }
    h2, h3, figcaption, summary { break-after: avoid; } figure, .keys li, dl > * {
    break-inside: avoid; }
    .chart { max-height: 75mm; } section { margin-top: 1.5rem; }
    .keys { gap: 2mm; } .keys li { flex-basis: 30mm; padding: 2mm; }
    .keys strong { font-size: 12pt; } .keys :is(.long, .longer) { font-size: 10pt; }
    a { color: inherit; text-decoration: none; }
    thead a { text-decoration: none; } details::details-content { content-visibility: visible;
    display: block; height: auto; } details > :not(summary) { display: block; }
    details > .wide { display: block; } .tables { grid-template-columns: 1fr 1fr; gap: 0 6mm; }
    .wide { background: none; }
    .wide th[scope=row], .wide thead th:first-child { position: static; background: none; }
    .wide :is(td, th) { padding: .1rem .2rem; } .wide table { font-size: 7.5pt; }
    td, tbody th { overflow-wrap: break-word; } h3 { font-size: 11pt; }
    .more, .how, summary, figcaption, nav { font-size: 8pt; }
    dl { font-size: 8pt; } code { font-size: 7.5pt; } }

    """

  /// The margins of paper, with a text and the page number at the bottom of each page.
  /// - Parameter text: words of this program and dates, which need no escaping.
  static func paper(_ text: String) -> String {
    """
    @page { margin: 14mm 12mm 18mm; @bottom-left { content: "\(text)"; font: 8pt sans-serif;
    color: #525e70; } @bottom-right { content: counter(page) " / " counter(pages);
    font: 8pt sans-serif; color: #525e70; } }

    """
  }
}
