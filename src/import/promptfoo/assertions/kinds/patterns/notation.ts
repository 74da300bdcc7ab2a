/** Returns the complaint of JavaScript about a pattern without flags; undefined if it is valid. */
export function javascriptFlaw(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return message.slice(message.lastIndexOf(': ') + 2).toLowerCase();
  }
}

/** What is known of a whole pattern. */
interface Scope extends ClassNotation {
  /** The number of groups that catch something, in the whole pattern. */
  readonly groups: number;
  readonly hasNames: boolean;
}

type Rule = readonly [form: RegExp, write: (match: RegExpExecArray, scope: Scope) => string];

/**
 * Rewrites a valid JavaScript pattern without flags in the notation of eva, which is Python's, so that it finds the same: `(?a)` because
 * `\d`, `\w` and `\b` mean ASCII letters in JavaScript, `\Z` because `$` matches at the very end only. `.` is left as it is.
 */
export function toPythonNotation(pattern: string): string {
  const isAscii = /\\[dDwWbB]/.test(pattern.replace(/\\\\/g, ''));
  const scope = { isAscii, groups: countGroups(pattern), hasNames: /\(\?<[^=!]/.test(pattern) };
  let written = isAscii ? '(?a)' : '';
  for (let at = 0; at < pattern.length; ) {
    const { text, length } = rewriteOne(pattern, at, scope);
    written += text;
    at += length;
  }
  return written;
}

const rules: readonly Rule[] = [
  [/\[(\^?)((?:\\[\s\S]|[^\]\\])*)\]/y, ([, not, body], scope) => rewriteClass(body ?? '', not === '^', scope)],
  [/\$/y, () => '\\Z'],
  [/\{(?!\d+(?:,\d*)?\})/y, () => '\\{'],
  [/\\s/y, (_, { isAscii }) => (isAscii ? '[\\s\\p{Z}]' : '\\s')],
  [/\\S/y, (_, { isAscii }) => (isAscii ? '[^\\s\\p{Z}]' : '\\S')],
  [/\\[dDwWbB]/y, ([same]) => same],
  [/\\k<[^>]*>/y, ([reference], { hasNames }) => (hasNames ? reference : `k${reference.slice(2)}`)],
  [/\\([1-9]\d*)/y, (match, scope) => backReference(match[1] ?? '', scope)],
  [/\\0(?:[0-7]{1,2})?/y, ([octal]) => hex(Number.parseInt(octal.slice(1), 8))],
  [/\\c([A-Za-z])/y, ([, letter = '']) => hex(letter.toUpperCase().charCodeAt(0) - 64)],
  [/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[fnrtv]|[^A-Za-z0-9])/y, ([same]) => same],
  [/\\([A-Za-z])/y, ([, letter = '']) => letter],
];

function rewriteOne(pattern: string, at: number, scope: Scope): { readonly text: string; readonly length: number } {
  for (const [form, write] of rules) {
    form.lastIndex = at;
    const match = form.exec(pattern);
    if (match) return { text: write(match, scope), length: match[0].length };
  }
  return { text: pattern.charAt(at), length: 1 };
}

/** A number that no group has is an octal code, or the digit itself. */
function backReference(digits: string, { groups }: Scope): string {
  if (Number(digits) <= groups) return `\\${digits}`;
  const [octal] = /^[1-3]?[0-7]{1,2}/.exec(digits) ?? [''];
  return octal === '' ? digits : hex(Number.parseInt(octal, 8)) + digits.slice(octal.length);
}

/** Counts the groups: opening brackets outside of classes that catch something. */
function countGroups(pattern: string): number {
  const plain = pattern.replace(/\\[\s\S]/g, '').replace(/\[[^\]]*\]/g, '');
  return plain.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0;
}

function hex(code: number): string {
  return `\\x${code.toString(16).padStart(2, '0')}`;
}

interface ClassNotation {
  /** True if `\d`, `\w` and `\s` of the rewritten pattern mean ASCII. */
  readonly isAscii: boolean;
}

type Part = { readonly text: string; readonly isSet: boolean };

/** Rewrites a class in brackets in Python's notation. `[]` matches nothing and `[^]` everything in JavaScript. */
function rewriteClass(body: string, isNegated: boolean, notation: ClassNotation): string {
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
