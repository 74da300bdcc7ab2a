/** Rows of intervals: name, picture, words. */
export const rowStyles = `
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
