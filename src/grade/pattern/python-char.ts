/** Thrown for a pattern that cannot be used. The message is a sentence for its author. */
export class PatternRefused extends Error {
  override readonly name = 'PatternRefused';
}

const controls = new Map([
  ['a', 0x07],
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);

const readers: readonly (readonly [RegExp, (digits: string) => number])[] = [
  [/\\x([0-9a-fA-F]{2})/y, fromHex],
  [/\\u([0-9a-fA-F]{4})/y, fromHex],
  [/\\u\{([0-9a-fA-F]{1,6})\}/y, fromHex],
  [/\\U([0-9a-fA-F]{8})/y, fromHex],
  [/\\(0[0-7]{0,2}|[1-3][0-7]{2})/y, (digits) => Number.parseInt(digits, 8)],
  [/\\([afnrtv])/y, (letter) => controls.get(letter) ?? 0],
  [/\\([^A-Za-z0-9])/uy, (char) => char.codePointAt(0) ?? 0],
  [/([^\\])/uy, (char) => char.codePointAt(0) ?? 0],
];

/** Reads one character of a pattern, escaped or not; undefined if the pattern has another construct at this place. */
export function readChar(pattern: string, at: number): { readonly code: number; readonly length: number } | undefined {
  for (const [form, codeOf] of readers) {
    form.lastIndex = at;
    const match = form.exec(pattern);
    if (match) return { code: codeOf(match[1] ?? ''), length: match[0].length };
  }
  return undefined;
}

/** Returns one character in a form without special meaning anywhere in a JavaScript pattern. */
export function writeChar(code: number): string {
  if (code > 0x10ffff) throw new PatternRefused('an escape names a character beyond U+10FFFF');
  const char = String.fromCodePoint(code);
  return /^[A-Za-z0-9]$/.test(char) ? char : `\\u{${code.toString(16)}}`;
}

function fromHex(digits: string): number {
  return Number.parseInt(digits, 16);
}
