/** Opens the folded parts around the element that the address names, and the element itself. */
export function unfoldNamed(): void {
  const named = elementNamed(location.hash.slice(1));
  if (!named) return;
  for (let at: Element | null = named; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  named.scrollIntoView();
}

function elementNamed(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(fragment) ?? document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}
