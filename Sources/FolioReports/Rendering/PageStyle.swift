/// The style sheet of all HTML pages: of one report, and of the page with all of them.
///
/// It is for light and dark mode, for windows from 320 px wide, and for paper. Colours of text have
/// a contrast of at least 4.5 in both modes, and no meaning depends on a colour alone.
package enum PageStyle {
  /// The rules that all pages share.
  package static let common = """
    :root { color-scheme: light dark; --page: #fff; --card: #f5f7fa; --ink: #18202c;
    --soft: #525e70; --line: #d9dfe8; --rule: #9aa5b5; --link: #1d57b0; --neg: #b00020;
    --warn: #8a5a00; --warn-back: #fff6e0; --good: #14663a; --good-back: #e7f6ed; }
    @media (prefers-color-scheme: dark) { :root { --page: #11151b; --card: #1a202a;
    --ink: #e7eaf0; --soft: #a9b3c3; --line: #2d3644; --rule: #5f6b7d; --link: #8db8ff;
    --neg: #ff8a80; --warn: #ffcc66; --warn-back: #2b2410; --good: #7fd6a2;
    --good-back: #12291d; } }
    * { box-sizing: border-box; }
    body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
    margin: 0 auto; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; max-width: 76rem;
    color: var(--ink); background: var(--page); overflow-wrap: break-word; }
    h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; letter-spacing: -.01em; }
    a { color: var(--link); }
    .wide { overflow-x: auto; margin: .5rem 0; }
    table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
    th, td { padding: .375rem .75rem; text-align: left; vertical-align: top; }
    th:first-child, td:first-child { padding-left: .25rem; }
    td, tbody th { border-top: 1px solid var(--line); white-space: pre-line; }
    tbody th { font-weight: 500; }
    td, tbody th { max-width: min(24rem, 60vw); overflow-wrap: break-word; }
    tbody tr:hover > * { background: var(--card); }
    thead th { border-bottom: 2px solid var(--rule); color: var(--soft); font-weight: 600;
    vertical-align: bottom; }
    thead a { color: inherit; text-decoration: underline dotted 1px; text-underline-offset: 3px; }
    tfoot td, tfoot th { border-top: 2px solid var(--rule); font-weight: 700; }
    .n { text-align: right; }
    .n, .d { white-space: nowrap; }
    thead .n { white-space: normal; }
    .neg { color: var(--neg); }
    .warning { color: var(--warn); }
    data { position: relative; cursor: help; }
    data:focus { outline: 2px solid var(--link); outline-offset: 2px; }
    data:focus::after { content: attr(value); position: absolute; right: -.25rem; bottom: 100%;
    z-index: 2; padding: .125rem .5rem; border-radius: .25rem; white-space: nowrap;
    background: var(--ink); color: var(--page); font-weight: 400; }
    @media print {
    :root { color-scheme: light; --page: #fff; --card: #f5f7fa; --ink: #18202c; --soft: #525e70;
    --line: #d9dfe8; --rule: #9aa5b5; --link: #1d57b0; --neg: #b00020; --warn: #8a5a00;
    --warn-back: #fff6e0; --good: #14663a; --good-back: #e7f6ed; }
    body { font-size: 9pt; margin: 0; padding: 0; max-width: none; }
    .wide { overflow-x: visible; }
    table { width: 100%; font-size: 8pt; }
    th, td { padding: .1rem .3rem; }
    td, tbody th { overflow-wrap: anywhere; }
    .n, .d { overflow-wrap: normal; }
    thead { display: table-header-group; }
    tfoot { display: table-row-group; }
    tr { break-inside: avoid; }
    }

    """

  /// The size of the paper for a page with one table, which may be wide.
  static let landscape = """
    @media print {
    @page { size: landscape; margin: 10mm; }
    }

    """
}
