/** Narrow windows, paper, and colours that the reader forces. */
export const mediaStyles = `
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
