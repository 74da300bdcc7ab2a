/** Colours of both schemes, and everything that each page has: letters, widths, links, the line at the top, its note. */
const baseStyles = `
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

/** Rows of intervals: name, picture, words. */
const rowStyles = `
.rows { margin: .9rem 0 0; border-top: 1px solid var(--line); }
.row {
  display: grid; grid-template-columns: minmax(11rem, 15.5rem) minmax(12rem, 1fr) minmax(13rem, 17rem); gap: 0 1.2rem;
  align-items: center; border-bottom: 1px solid var(--hair); padding: .42rem 0; min-height: 2.9rem;
}
.row > * { min-width: 0; }
.row.wide .say { grid-column: 2 / 4; }
.texts .row { grid-template-columns: minmax(11rem, 26rem) minmax(13rem, 1fr); }
.texts .say .soft { display: inline; }
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
.texts .row.wide .say { grid-column: 2; }
.row .name { display: grid; grid-template-columns: 1.5rem 1fr; line-height: 1.3; }
.row .name a { color: inherit; text-decoration: none; font-weight: 600; }
.row .name a:hover { text-decoration: underline; }
.row .say { font-size: .87rem; line-height: 1.35; }
.row .say .soft { display: block; }
.axis { padding: .1rem 0; min-height: 0; border: 0; }
svg.iv { display: block; width: 100%; height: 34px; overflow: visible; }
svg text { fill: var(--soft); font-size: 12px; font-family: inherit; }
svg .strong { fill: var(--ink); paint-order: stroke; stroke: var(--bg); stroke-width: 3px; stroke-linejoin: round; }
.track { stroke: var(--hair); stroke-width: 1; }
.good { fill: var(--pass); fill-opacity: .085; }
.tick { stroke: var(--ink); stroke-width: 2; }
.rng { stroke: currentColor; stroke-width: 4; opacity: .55; }
.open { stroke: currentColor; stroke-width: 2; stroke-dasharray: 2 5; }
.dot { fill: currentColor; }
.hole { fill: var(--bg); stroke: currentColor; stroke-width: 2.4; }
.legend { font-size: .87rem; color: var(--soft); max-width: 50rem; }
`;

/** Cases: their head, their claims, their figures and tables, and what is folded. */
const caseStyles = `
.case { border-top: 1px solid var(--line); padding: 1.6rem 0 1.3rem; margin: 0; }
.chead { display: grid; grid-template-columns: 1.7rem 1fr auto; align-items: baseline; gap: 0 .1rem; }
.chead .at { font-size: .84rem; color: var(--soft); }
.h-case .soft { font-weight: 400; }
.h-case a { color: inherit; text-decoration: none; }
.h-case a:hover { text-decoration: underline; }
.body { padding-left: 1.8rem; }
.verdicts { list-style: none; margin: .6rem 0 0; padding: 0; }
.verdicts > li { display: grid; grid-template-columns: 1.5rem 1fr; margin: .5rem 0; }
.verdicts strong { font-weight: 600; }
.verdicts p { margin: .05rem 0 0; color: var(--soft); font-size: .93rem; }
figure { margin: 1.4rem 0 0; }
figcaption { font-size: .93rem; font-weight: 600; margin-bottom: .3rem; }
figcaption span { font-weight: 400; color: var(--soft); }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2.5rem; }
.fig { display: block; width: 100%; overflow: visible; }
.grid { stroke: var(--hair); }
.axisline { stroke: var(--line); }
.ln { fill: none; stroke: currentColor; stroke-width: 2; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
.bound { fill: none; stroke: var(--soft); stroke-width: 1.3; stroke-dasharray: 5 4; vector-effect: non-scaling-stroke; }
.zone { fill: currentColor; fill-opacity: .1; }
article.run { border-top: 2px solid var(--line); margin-top: 2.5rem; }
details.run { margin-top: 1rem; }
.runs th[scope=row] { color: var(--ink); font-weight: 600; }
.runs tbody th, .runs tbody td { border-top: 1px solid var(--hair); padding-top: .45rem; padding-bottom: .45rem; }
.runs tfoot th, .runs tfoot td { border-top: 1px solid var(--line); color: var(--soft); font-weight: 400; }
.runs th, .runs td { padding-right: 1.6rem; }
.mx { font-size: .86rem; }
.mx td { text-align: right; border: 1px solid var(--bg); }
.mx td, .mx th { white-space: nowrap; overflow-wrap: normal; padding: .3rem .55rem; }
.mx .hit { font-weight: 650; }
.h0 { color: var(--soft); }
.h1 { background: rgba(var(--heat), .08); }
.h2 { background: rgba(var(--heat), .16); }
.h3 { background: rgba(var(--heat), .26); }
.w1 { box-shadow: inset 0 0 0 2px var(--fail); }
details > summary { cursor: pointer; list-style: none; }
details > summary::-webkit-details-marker { display: none; }
details.fold { border-top: 1px solid var(--hair); }
details.fold > summary { display: grid; grid-template-columns: 1.7rem 1fr auto; gap: 0 .1rem; padding: .55rem 0; align-items: baseline; }
details.fold > summary:hover .h-fold { text-decoration: underline; }
.h-fold { display: inline; font-size: 1em; line-height: inherit; letter-spacing: 0; font-weight: 600; margin: 0; }
details.fold > summary::after { content: "show"; font-size: .84rem; color: var(--link); }
details.fold[open] > summary::after { content: "hide"; }
details.fold .body { padding-bottom: 1.4rem; }
details.more { margin-top: 1rem; }
details.more > summary { color: var(--link); font-size: .93rem; }
details.more > summary::before { content: "▸ "; }
details.more[open] > summary::before { content: "▾ "; }
`;

/** One reply with its findings, and the list of all replies with its controls. */
const replyStyles = `
.reply { border: 1px solid var(--line); border-radius: 6px; background: var(--card); margin: .7rem 0; padding: .75rem .95rem .8rem; }
.reply .head { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .87rem; color: var(--soft); margin-bottom: .35rem; }
.reply .head b { color: var(--ink); font-weight: 600; }
.reply .head a { color: inherit; }
.asked { padding: 0 calc(.95rem + 1px); }
.pair { display: grid; grid-template-columns: 4.6rem 1fr; gap: .1rem .8rem; margin: .4rem 0; }
.pair > * { min-width: 0; }
.pair > span:first-child { color: var(--soft); font-size: .84rem; padding-top: .12rem; }
.pair pre { margin: 0; line-height: 1.5; }
.pair .cause { font-size: .92rem; }
mark {
  background: var(--mark); color: var(--markink); padding: 0 .12em; border-radius: 2px;
  text-decoration: underline; text-decoration-thickness: 1.5px; text-underline-offset: .2em;
}
.ctl { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; font-size: .85em; color: var(--soft); }
.talk { margin: .6rem 0 0; padding: 0; list-style: none; border-left: 2px solid var(--hair); }
.talk li { padding: .3rem 0 .3rem .9rem; }
.talk .pair { margin: 0; }
.talk b { font-size: .84rem; font-weight: 600; color: var(--soft); display: block; }
.talk pre { margin: 0; line-height: 1.5; }
.tools { display: flex; flex-wrap: wrap; gap: .6rem .7rem; align-items: center; margin: .7rem 0 .5rem; }
.tools input[type=search], .tools select {
  font: inherit; font-size: .92rem; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 5px;
  padding: .38rem .6rem; min-height: 2.4rem; max-width: 100%;
}
.tools input[type=search] { flex: 1 1 13rem; }
.tools select { max-width: min(100%, 14rem); }
.tools .plain, dialog .plain { font: inherit; font-size: .87rem; color: var(--link); background: none; border: 0; padding: .38rem .2rem; min-height: 2.3rem; cursor: pointer; }
.tools .plain { margin-left: auto; }
.seg { display: inline-flex; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 5px; overflow: hidden; }
.seg button {
  font: inherit; font-size: .9rem; border: 0; background: var(--card); color: inherit; padding: .38rem .75rem; min-height: 2.3rem;
  cursor: pointer; border-left: 1px solid var(--hair);
}
.seg button:first-child { border: 0; }
.seg button[aria-pressed=true] { background: var(--ink); color: var(--bg); }
.list { border-top: 1px solid var(--line); }
.t > summary {
  display: grid; grid-template-columns: 1.6rem 13.5rem 1fr 4rem 3.4rem; gap: 0 .6rem; padding: .42rem 0;
  border-bottom: 1px solid var(--hair); font-size: .92rem; align-items: baseline;
}
.t > summary > * { min-width: 0; }
.t > summary .cut { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--soft); }
.t > summary:hover { background: var(--shade); }
.t .reply { margin: .6rem 0 1rem 1.6rem; }
.pager { display: flex; gap: 1rem; align-items: center; font-size: .9rem; margin: .8rem 0; }
.pager button {
  font: inherit; font-size: .9rem; background: var(--card); color: inherit; border: 1px solid var(--edge); border-radius: 5px;
  padding: .35rem .8rem; min-height: 2.3rem; cursor: pointer;
}
.pager button:disabled { opacity: .45; cursor: default; }
dialog {
  background: var(--card); color: var(--ink); border: 1px solid var(--edge); border-radius: 8px; padding: 1.2rem 1.5rem; max-width: min(28rem, 92vw);
}
dialog::backdrop { background: rgba(0, 0, 0, .35); }
dialog dl { grid-template-columns: 4.5rem 1fr; }
dialog label { font-size: .93rem; display: block; }
`;

/** Two answers side by side, and changed words and lines. */
const compareStyles = `
ins { background: var(--add); text-decoration: underline; text-decoration-thickness: 1.5px; }
del { background: var(--del); }
.sbs { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.sbs > div { min-width: 0; }
.sbs pre { margin: 0; }
.sbs span { font-size: .84rem; color: var(--soft); }
.diff {
  font-size: .86rem; line-height: 1.6; border: 1px solid var(--line); border-radius: 6px; background: var(--card);
  padding: .6rem .9rem; overflow-x: auto; margin: .6rem 0;
}
.diff span { display: block; white-space: pre-wrap; }
.diff .a { background: var(--add); }
.diff .r { background: var(--del); }
.dotline { display: block; max-width: 100%; height: auto; }
table.pairs td { min-width: 4.5rem; }
table.pairs td:first-child { min-width: 9rem; max-width: 24rem; }
`;

/** Narrow windows, paper, and colours that the reader forces. */
const mediaStyles = `
@media (max-width: 780px) {
  .two { grid-template-columns: minmax(0, 1fr); }
  .row, .texts .row { grid-template-columns: minmax(0, 1fr); padding: .6rem 0; }
  .row.wide .say, .texts .row.wide .say { grid-column: 1; grid-row: auto; }
  .row .say, .row .plain { padding-left: 1.5rem; }
  .row svg.iv { margin: .1rem 0; }
  .axis .hide { display: none; }
}
@media (max-width: 560px) {
  .mx { font-size: .78rem; }
  .mx td, .mx th { padding: .3rem; }
  body { font-size: 15.5px; }
  main, header.bar > div, footer { padding-left: 1rem; padding-right: 1rem; }
  .bar > div { flex-wrap: wrap; gap: 0 .9rem; }
  .bar nav:has([href^="#"]) { display: none; }
  .body { padding-left: 0; }
  .chead { grid-template-columns: 1.5rem 1fr; }
  .chead .at { grid-column: 2; }
  .pair { grid-template-columns: 1fr; }
  .t > summary { grid-template-columns: 1.5rem 1fr auto; }
  .t > summary .cut { grid-column: 2 / 4; }
  .t > summary .lat, .t > summary .sc { display: none; }
  details.fold > summary .h-fold { display: block; }
  .t .reply { margin-left: 0; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dt { margin-top: .5rem; }
  .seg { width: 100%; }
  .seg button { flex: 1; padding: .38rem .3rem; }
  .tools select { flex: 1 1 9rem; min-width: 0; max-width: 100%; }
  .sbs { grid-template-columns: 1fr; }
}
@media print {
  :root {
    --bg: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #999; --hair: #ccc; --shade: #f4f4f4; --pass: #0c6a58; --fail: #b0271c;
    --inc: #855600; --miss: #5d568a; --mark: #fff0b8; --markink: #000; --link: #000; --add: #e2f2ea; --del: #fbe6e2; --heat: 12, 106, 88;
  }
  .bar, .tools, .pager, .skip, .noprint, #replies, #how > details:not([open]) { display: none; }
  body { font-size: 10.5pt; }
  section { padding-top: 1rem; }
  .top { padding-top: 0; }
  .reply, figure, .row { break-inside: avoid; }
  details.fold > summary::after { content: ""; }
  h2, h3, h4, h5, figcaption, .chead { break-after: avoid; }
  a { color: inherit; text-decoration: none; }
  @page { margin: 16mm; }
}
@media (forced-colors: active) {
  .good, .zone { fill-opacity: 0; }
  .seg button[aria-pressed=true] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
}
`;

/** The style of all pages. What is for a medium or a width comes last, so that it wins. */
export const stylesheet: string = [baseStyles, rowStyles, caseStyles, replyStyles, compareStyles, mediaStyles]
  .join('')
  .replace(/\s*\n\s*/g, ' ')
  .trim();
