import type { ReplyHead } from '../replies/reply-row.js';

/** Opens the folded parts around the element or the case that the address names, and the element itself. */
export function unfoldNamed(head: ReplyHead | null): void {
  const fragment = decoded(location.hash.slice(1));
  const named = document.getElementById(fragment) ?? (head && elementOfCase(fragment, head));
  if (!named) return;
  for (let at: Element | null = named; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  named.scrollIntoView();
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Returns the element of the first case with a name. Its id is the key of the case, after that of its run if there are several. */
function elementOfCase(name: string, { cases, runs }: ReplyHead): HTMLElement | null {
  const own = cases.find((one) => one.name.raw === name);
  if (!own) return null;
  return document.getElementById(own.key) ?? document.getElementById(`${runs[own.run]?.key}-${own.key}`);
}
