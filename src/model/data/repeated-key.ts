import { endOfString } from './json.js';

/**
 * Returns the first key that is written twice in one mapping of a text, so that the text contradicts itself; undefined if none is. The text
 * is valid JSON. Takes time in proportion to it.
 */
export function repeatedKeyIn(text: string): string | undefined {
  /** The keys of each open mapping; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      const keys = isName ? open.at(-1) : undefined;
      if (keys) {
        const key = JSON.parse(text.slice(at, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
      }
      isName = false;
      at = end;
    } else if (char === '{' || char === '[') {
      isName = char === '{';
      open.push(isName ? new Set() : undefined);
    } else if (char === '}' || char === ']') open.pop();
    else if (char === ',') isName = open.at(-1) !== undefined;
  }
  return undefined;
}
