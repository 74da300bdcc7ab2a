/** What only pages of a server have: the list of runs with its filters. */
export const servedStyles = `
.ways { display: flex; gap: 1.2rem; margin: 1.2rem 0 0; font-size: .9rem; }
.runs { width: 100%; }
.runs tbody tr { border-top: 1px solid var(--hair); }
.runs input { width: 1.1rem; height: 1.1rem; }
.latest { border-top: 1px solid var(--hair); padding: .5rem 0; }
.latest summary { cursor: pointer; display: list-item; list-style: disclosure-closed inside; }
.latest[open] summary { list-style-type: disclosure-open; }
.latest pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0 .4rem 1.4rem; }
.scroll + h2 { margin-top: 2rem; }
.paused { position: sticky; top: 3.2rem; }
.tools button, .compare button, .paused button {
  font: inherit; font-size: .92rem; background: var(--card); color: inherit; border: 1px solid var(--edge); border-radius: 5px;
  padding: .38rem .8rem; min-height: 2.4rem; cursor: pointer;
}
`
  .replace(/\s*\n\s*/g, ' ')
  .trim();
