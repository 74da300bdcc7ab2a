export interface ClassNotation {
  /** True if `\d`, `\w` and `\s` of the rewritten pattern mean ASCII. */
  readonly isAscii: boolean;
}

type Part = { readonly text: string; readonly isSet: boolean };

/** Rewrites a class in brackets in Python's notation. `[]` matches nothing and `[^]` everything in JavaScript. */
export function rewriteClass(body: string, isNegated: boolean, notation: ClassNotation): string {
  if (body === '') return isNegated ? '(?:.|\\n)' : '(?!)';
  const parts = partsOf(body, notation);
  const written = parts.map(({ text }, index) => (isPlainDash(parts, index) ? '\\-' : text)).join('');
  return `[${isNegated ? '^' : ''}${written}]`;
}

/** A dash beside a set such as `\w` is a dash in JavaScript, and an error in Python. */
function isPlainDash(parts: readonly Part[], index: number): boolean {
  const isInside = index > 0 && index < parts.length - 1;
  return (
    parts[index]?.text === '-' && isInside && (parts[index - 1]?.isSet === true || parts[index + 1]?.isSet === true)
  );
}

function partsOf(body: string, { isAscii }: ClassNotation): readonly Part[] {
  const found = body.match(/\\c[A-Za-z]|\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[0-7]{1,3}|\\[\s\S]|[\s\S]/g) ?? [];
  return found.map((part) => {
    if (/^\\[dDwWS]$/.test(part)) return { text: part, isSet: true };
    if (part === '\\s') return { text: isAscii ? '\\s\\p{Z}' : part, isSet: true };
    return { text: characterOf(part), isSet: false };
  });
}

function characterOf(part: string): string {
  const control = /^\\c([A-Za-z])$/.exec(part)?.[1];
  if (control) return `\\x${(control.toUpperCase().charCodeAt(0) - 64).toString(16).padStart(2, '0')}`;
  if (/^\\[A-Zac-eg-mo-qsw-z]$/.test(part)) return part.slice(1);
  return part === '[' ? '\\[' : part;
}
