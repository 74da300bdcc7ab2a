/** The keys of a page, by what they do. */
export interface KeyActions {
  readonly search: () => void;
  readonly clear: () => void;
  readonly help: () => void;
}

/** The headings and rows that `j` and `k` go to. */
const stops = '.row .name a, .case h3 a, details.fold > summary, .t > summary';

/** Returns a handler of keys. Keys with a modifier, and keys in a field, are left to the browser. */
export function keyHandler({ search, clear, help }: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const isField = target instanceof HTMLElement && target.matches('input, select, textarea');
    if (event.key === 'Escape' && (!isField || target.id === 'reply-search')) return clear();
    if (isField || document.querySelector('dialog[open]')) return;
    if (event.key === '/') search();
    else if (event.key === '?') help();
    else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
    else return;
    event.preventDefault();
  };
}

/** Moves the focus to the next or the previous heading or row: from the focused one, else from the first that is in sight. */
function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(stops)].filter((one) => one.checkVisibility());
  const at = all.indexOf(document.activeElement as HTMLElement);
  const inSight = all.findIndex((one) => one.getBoundingClientRect().bottom > 0);
  const next = all[at === -1 ? Math.max(0, inSight) : at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
