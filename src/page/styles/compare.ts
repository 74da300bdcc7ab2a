/** Two answers side by side, and changed words and lines. */
export const compareStyles = `
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
