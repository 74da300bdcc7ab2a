/** Colours of both schemes, and everything that each page has: letters, widths, links, the line at the top, its note. */
export const baseStyles = `
:root {
  color-scheme: light dark;
  --bg: #fcfcfb; --card: #fff; --ink: #1d1f22; --soft: #555a61; --line: #dddcd6; --hair: #ecebe6; --shade: #f4f3ef; --edge: #85888d;
  --pass: #0c6a58; --fail: #b0271c; --inc: #855600; --miss: #5d568a; --mark: #fff0b8; --markink: #3a2c00; --link: #1f559e;
  --add: #e2f2ea; --del: #fbe6e2; --heat: 12, 106, 88;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #15171a; --card: #1b1e22; --ink: #e7e6e2; --soft: #a7abb1; --line: #383c42; --hair: #292d32; --shade: #202429; --edge: #80848a;
    --pass: #69c9ad; --fail: #ff9182; --inc: #e5b550; --miss: #bcb4ea; --mark: #5a4700; --markink: #fff0c4; --link: #8fb9f5;
    --add: #173a30; --del: #47211c; --heat: 105, 201, 173;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--bg); color: var(--ink);
  font: 16px/1.55 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
main, header.bar > div, footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 3px; }
h1, h2, h3, h4, h5 { font-weight: 650; margin: 0; }
h1, .h-page { font-size: clamp(1.7rem, 1.1rem + 2.4vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; margin: .2rem 0 .5rem; }
.h-page.long { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
.h-run { font-size: 1.6rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .4rem; }
.h-run .soft { font-weight: 400; }
.h-page .m, .h-run .m { width: .9em; height: .9em; vertical-align: -.08em; }
h2, .h-section { font-size: 1.3rem; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 .35rem; }
.h-case { font-size: 1.12rem; line-height: 1.35; margin: 0; }
.h-minor { font-size: .95rem; line-height: 1.4; letter-spacing: 0; margin: 1.6rem 0 .35rem; }
p { margin: .35rem 0 .7rem; max-width: 46rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre, .mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: .86em; }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; }
th { font-weight: 500; color: var(--soft); text-align: left; }
th, td { padding: .3rem .7rem .3rem 0; vertical-align: top; }
td.num, th.num { text-align: right; }
dl { display: grid; grid-template-columns: 9.5rem 1fr; gap: .35rem 1rem; margin: .6rem 0; font-size: .93rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
kbd { font: inherit; font-size: .82rem; border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; }
footer { padding: 2.5rem 1.25rem 3rem; color: var(--soft); font-size: .87rem; }
.soft { color: var(--soft); }
.small { font-size: .87rem; }
.nowrap { white-space: nowrap; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 9; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.scroll { position: relative; overflow-x: auto; max-width: 100%; }
.bar { position: sticky; top: 0; z-index: 5; background: var(--bg); border-bottom: 1px solid var(--hair); }
.bar > div { display: flex; flex-wrap: wrap; gap: .2rem 1.25rem; align-items: center; min-height: 2.9rem; font-size: .87rem; }
.bar b { font-weight: 650; display: inline-block; max-width: min(24rem, 60vw); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom; }
.bar nav { margin-left: auto; display: flex; gap: 1.1rem; }
.bar nav a { display: inline-block; color: var(--soft); text-decoration: none; padding: .35rem 0; white-space: nowrap; }
.bar nav a:hover { color: var(--ink); text-decoration: underline; }
.note { border-left: 3px solid var(--inc); background: var(--shade); padding: .55rem .9rem; margin: 1.25rem 0 0; font-size: .9rem; max-width: none; }
section { padding: 2.2rem 0 .4rem; }
section.scroll { padding: 0; }
.note p { margin: .15rem 0; max-width: none; }
.top { padding: 2.4rem 0 0; }
.lead { font-size: 1.14rem; max-width: 42rem; margin: 0 0 1.1rem; }
.why { list-style: none; margin: 0; padding: 0; max-width: 50rem; }
.why li { display: grid; grid-template-columns: 1.6rem 1fr; padding: .5rem 0; border-top: 1px solid var(--hair); }
.why li:last-child { border-bottom: 1px solid var(--hair); }
.why b { font-weight: 650; }
.facts { color: var(--soft); font-size: .9rem; margin-top: 1rem; max-width: none; }
.m {
  display: inline-block; width: 1.05em; height: 1.05em; vertical-align: -.14em;
  fill: none; stroke: currentColor; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round;
}
.passed, .collected { color: var(--pass); }
.failed { color: var(--fail); }
.inconclusive { color: var(--inc); }
.unfinished, .missing, .ungraded { color: var(--miss); }
.shown { color: var(--soft); }
`;
