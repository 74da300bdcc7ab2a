import { type Fix, type MarkedText, replaced } from '../fix.js';

/** Puts a text in quotes that YAML does not read without them: one that begins with `@`, or has a colon and a space inside. */
export const unquotedText: Fix = {
  name: 'unquoted-text',
  codes: ['EVA_YAML_SYNTAX:first_character', 'EVA_YAML_SYNTAX:colon_in_value'],
  changeFor: ({ variant }, source) => {
    const value = restOfLine(source);
    const isText = variant === 'first_character' || /: |:$/.test(value.marked);
    if (!isText || !isWhole(source) || /["'#[\]{}|>]/.test(value.marked.slice(0, 1)) || / #/.test(value.marked))
      return null;
    const bare = withoutCurlyQuotes(value.marked);
    return replaced(value, /["\\]/.test(bare) ? `'${bare.replaceAll("'", "''")}'` : `"${bare}"`);
  },
};

function restOfLine(source: MarkedText): MarkedText {
  const { text, start } = source;
  const [marked = ''] = /^.*?(?=[ \t\r]*(?:\n|$))/.exec(text.slice(start)) ?? [];
  return { ...source, end: start + marked.length, marked };
}

/** Returns true if the text is the whole value of a key or item in block style, on one line. */
function isWhole({ text, start }: MarkedText): boolean {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  if (!/^ *(?:- +)*(?:[\w-]+: +)?$/.test(before) || !/[:-] +$/.test(before)) return false;
  const key = before.search(/[^ -]|$/);
  const [, indent = ''] = /^.*\n(?:[ \t\r]*\n)*( *)\S?/.exec(text.slice(start)) ?? [];
  return indent.length <= key;
}

function withoutCurlyQuotes(text: string): string {
  return /^[“„‘«].*[”“’»]$/.test(text) ? text.slice(1, -1) : text;
}
