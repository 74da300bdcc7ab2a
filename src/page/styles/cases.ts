/** Cases: their head, their claims, their figures and tables, and what is folded. */
export const caseStyles = `
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
