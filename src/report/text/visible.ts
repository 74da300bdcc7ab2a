/**
 * Matches characters that could move the cursor, colour or reorder the text, or stay invisible: control, format and ignorable characters,
 * lone surrogates, separators, white space that looks like a space (except the ideographic space, which is wide), stacked combining marks,
 * and a variation selector that does not follow an emoji.
 */
const hidden =
  /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?![ \u3000])\p{Zs}|(?<=\p{M}{4})\p{M}|(?<![\p{Extended_Pictographic}0-9#*])\ufe0f/u
    .source;

const ciCommands =
  'error warning notice debug group endgroup echo add-mask add-path add-matcher remove-matcher set-output set-env save-state stop-commands';

/**
 * Matches the first character of a command that CI services read from logs: `::error::`, `##[error]`, `##vso[…]`, `##teamcity[…]`. Commands
 * with names that eva does not know are matched where a line could begin with them, so `std::vector` is none.
 */
const ciCommand = [
  `:(?=:(?:${anyCase(ciCommands).replaceAll(' ', '|')})[ :])`,
  '(?<![\\p{L}\\p{N}_:>)\\]]):(?=:[A-Za-z])',
  `#(?=#(?:${anyCase('|vso|teamcity')})\\[)`,
].join('|');

/** Returns a case-insensitive pattern. The flag `i` would let `\p{M}` match letters whose other case is a mark. */
function anyCase(words: string): string {
  return words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Matches each character that must be escaped before it reaches a terminal or a log. Each match is one code point. */
export const unsafe = new RegExp(`${hidden}|${ciCommand}`, 'gu');

/** Escapes of some characters. An escaped zero-width space after the first character disables a CI command. */
const named: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  ':': ':\\u200b',
  '#': '#\\u200b',
};

/** Returns the escape sequence of a character: `\x1b`, `\u202e`, `\u{e0041}`. */
export function escapeCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Escapes untrusted text for terminals and CI logs, on one line. */
export function visible(text: string): string {
  return text.replace(unsafe, escapeCharacter);
}

/** Escapes untrusted text, and splits it into lines at its line ends (LF, CRLF). */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}

/** Renders a command line. Quotes words with special characters, so that the reader sees where each word begins and ends. */
export function argvInWords(argv: readonly string[]): string {
  return argv.map((word) => (/^[\w./:=@%+,-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}
