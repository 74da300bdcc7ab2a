/**
 * What would move the cursor, colour the text, reorder it or not be seen at all: control, format and ignorable
 * characters, lone surrogates, separators, white space that only looks like a space (but not the ideographic one, whose
 * width shows), marks piled upon marks, and a variation selector that follows no emoji.
 */
const hidden =
  /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?![ \u3000])\p{Zs}|(?<=\p{M}{4})\p{M}|(?<![\p{Extended_Pictographic}0-9#*])\ufe0f/u
    .source;

const ciCommands =
  'error warning notice debug group endgroup echo add-mask add-path add-matcher remove-matcher set-output set-env save-state stop-commands';

/** First character of what a CI service obeys when it meets it in a log: `::error::`, `##[error]`, `##vso[…]`, `##teamcity[…]`. */
const ciCommand = `:(?=:(?:${anyCase(ciCommands).replaceAll(' ', '|')})[ :])|#(?=#(?:${anyCase('|vso|teamcity')})\\[)`;

/** Not by the flag `i`, which would let `\p{M}` match letters that have a mark as their other case. */
function anyCase(words: string): string {
  return words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Every character of a text that must not reach a terminal or a log as it is. Each match is one code point. */
export const unsafe = new RegExp(`${hidden}|${ciCommand}`, 'gu');

/** The code of a zero-width space behind the first character of a CI command keeps it from being one. */
const named: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  ':': ':\\u200b',
  '#': '#\\u200b',
};

/** A character as an escape that shows which one it is: `\x1b`, `\u202e`, `\u{e0041}`. */
export function escapeCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Untrusted text on one line, harmless to a terminal and to CI logs: what is invisible is shown as an escape. */
export function visible(text: string): string {
  return text.replace(unsafe, escapeCharacter);
}

/** As `visible`, but the text's own line ends (LF, CRLF) divide it into lines. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map(visible);
}
