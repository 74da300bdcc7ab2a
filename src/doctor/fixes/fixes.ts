import { discreet } from '#library/source/place.js';
import { parseYaml } from '#library/source/yaml-source.js';
import { hiddenRuns, invisibleText } from '#library/traps/invisible-text.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Place, Problem } from '#model/problem.js';
import { asLatin, codePoints, startOfLine } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { inSameQuotes, type TextEdit, withEdits } from '#model/text/yaml-text.js';

/** A file that a fix may change. */
export interface FileText {
  /** The name in problems: the path relative to the root, with forward slashes. */
  readonly file: string;
  /** The text without a byte order mark. */
  readonly text: string;
  /** True if the bytes are UTF-16, which eva does not read. */
  readonly isUtf16: boolean;
}

export interface Change {
  /** Empty if writing the text as UTF-8 is the change. */
  readonly edits: readonly TextEdit[];
  readonly what: string;
}

/** The part of a file that a problem marks. */
interface MarkedText extends FileText {
  readonly start: number;
  readonly end: number;
  /** `text[start, end)`. */
  readonly marked: string;
}

/**
 * Finds the part of a text that a place marks. Returns null if the line is no longer the one that the problem shows, and for a line that a
 * problem does not show: it is very long, or may hold a secret.
 */
export function markedText(file: FileText, at: Place): MarkedText | null {
  if (at.line === undefined) return { ...file, start: 0, end: 0, marked: '' };
  const lineStart = startOfLine(file.text, at.line);
  const { source } = discreet(at);
  if (source === undefined || lineStart < 0 || !file.text.startsWith(source, lineStart)) return null;
  const start = lineStart + (at.column ?? 1) - 1;
  const end = start + (at.length ?? 1);
  return { ...file, start, end, marked: file.text.slice(start, end) };
}

/** Returns the fixes that may remove a problem. The first that has a change makes it. */
export function fixesFor({ code, variant }: Problem): readonly Fix[] {
  const kind = variant === undefined ? code : `${code}:${variant}`;
  return fixes.filter(({ codes }) => codes.includes(kind));
}

/** A mechanical change that removes a problem. */
interface Fix {
  /** The codes of its problems, with the variant after a colon. */
  readonly codes: readonly string[];
  /** Returns the change; null if this problem has no single one. */
  changeFor(problem: ToFix, source: MarkedText): Change | null;
}

/** What a problem says for its fix, and the marked text without the quotes around it. */
interface ToFix {
  readonly variant?: string | undefined;
  readonly said: Readonly<Record<string, unknown>>;
  readonly bare: string;
}

export function changeBy(fix: Fix, { variant, fix: said = {} }: Problem, source: MarkedText): Change | null {
  return fix.changeFor({ variant, said, bare: withoutQuotes(source.marked) }, source);
}

const fixes: readonly Fix[] = [
  // Writes a UTF-16 file as UTF-8.
  {
    codes: ['EVA_NOT_UTF8:utf16'],
    changeFor: (_problem, { isUtf16, text }) =>
      isUtf16 && !text.includes('\uFFFD') ? { edits: [], what: 'UTF-8 in place of UTF-16' } : null,
  },
  // Indents with spaces, if every usual width of a tab gives the same data.
  {
    codes: ['EVA_YAML_TAB'],
    changeFor: (_problem, { text, file }) => {
      const readable = [2, 4, 8].flatMap((width) => {
        const edits = withSpaces(text, width);
        const { value, problems } = parseYaml(withEdits(text, edits), file);
        return value && problems.length === 0 ? [{ edits, data: canonicalJson(value.value) }] : [];
      });
      const [first, ...others] = readable;
      if (others.some(({ data }) => data !== first?.data)) return null;
      const edits = first?.edits ?? (isSureOfDepths(text) ? withSpaces(text, widestRest + 1) : []);
      if (edits.length === 0) return null;
      return {
        edits,
        what: `spaces for the tabs that indent ${edits.length === 1 ? '1 line' : `${edits.length} lines`}`,
      };
    },
  },
  // Puts a text in quotes that YAML does not read without them: one that begins with `@`, or has a colon and a space inside.
  {
    codes: ['EVA_YAML_SYNTAX:first_character', 'EVA_YAML_SYNTAX:colon_in_value'],
    changeFor: ({ variant }, source) => {
      const [marked = ''] = /^.*?(?=[ \t\r]*(?:\n|$))/.exec(source.text.slice(source.start)) ?? [];
      const isText = variant === 'first_character' || /: |:$/.test(marked);
      if (!isText || !isWhole(source) || /^["'#[\]{}|>]| #/.test(marked)) return null;
      const bare = /^[“„‘«].*[”“’»]$/.test(marked) ? marked.slice(1, -1) : marked;
      const value = { ...source, end: source.start + marked.length, marked };
      return replaced(value, /["\\]/.test(bare) ? inSingleQuotes(bare) : `"${bare}"`);
    },
  },
  // Puts a pattern such as `"\d+"` in single quotes, in which YAML reads backslashes as they are.
  {
    codes: ['EVA_YAML_SYNTAX:escape'],
    changeFor: (_problem, source) => {
      const { text, start } = source;
      const lineStart = text.lastIndexOf('\n', start - 1) + 1;
      const [line = ''] = /^.*/.exec(text.slice(lineStart)) ?? [];
      for (const { 0: marked, 1: inside = '', index } of line.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
        const from = lineStart + index;
        const end = from + marked.length;
        if (start < from || start >= end) continue;
        const escaped = Array.from(inside.matchAll(/\\(.)/g), ([, after = '']) => after);
        if (escaped.some((after) => knownEscape.test(after))) return null;
        return replaced({ ...source, start: from, end, marked }, inSingleQuotes(inside));
      }
      return null;
    },
  },
  // Writes the space after the colon of a key: `name:happy`.
  {
    codes: ['EVA_YAML_SYNTAX:key_over_lines', 'EVA_YAML_SYNTAX:no_colon'],
    changeFor: (_problem, source) => {
      const [, key, value] = /^([a-z][a-z_]*):([^\s:/].*)$/.exec(source.marked) ?? [];
      return key === undefined ? null : replaced(source, `${key}: ${value}`);
    },
  },
  // Puts `{{name}}` in quotes, which YAML reads as a mapping without them.
  {
    codes: ['EVA_YAML_KEY:placeholder'],
    changeFor: ({ said: { key, name } }, source) => {
      if (!/^\{\{ *[\w-]+ *\}\}$/.test(source.marked)) return null;
      if (key === 'file') return replaced(source, `{ input: ${name} }`);
      return keysOfTemplates.includes(key) ? replaced(source, `"${source.marked}"`) : null;
    },
  },
  // Puts a key in quotes that YAML does not read as a text: `true`, `~`.
  {
    codes: ['EVA_YAML_KEY:not_text'],
    changeFor: (_problem, source) =>
      /^[\w~.+-]+$/.test(source.marked) ? replaced(source, `"${source.marked}"`) : null,
  },
  // Corrects the spelling of a key, of which one known key is near: `asert`. With advice, the value is another too.
  {
    codes: [
      'EVA_UNKNOWN_KEY',
      'EVA_UNKNOWN_KEY:input',
      'EVA_UNKNOWN_CHECK',
      'EVA_UNKNOWN_CRITERION',
      'EVA_LIKELY_TYPO',
    ],
    changeFor: ({ said: { key, meant, advice }, bare }, source) => {
      if (typeof meant !== 'string' || !isMisspelling(String(key), meant) || bare !== String(key)) return null;
      if (advice !== undefined || (meant === 'status' && !isDraftAfter(source))) return null;
      return respelt(source, meant);
    },
  },
  // Writes eva's key for that of another tool.
  {
    codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_CHECK'],
    changeFor: ({ said: { key, meant }, bare }, source) => {
      const own = twins.get(String(key));
      return own === undefined || meant !== own || bare !== key ? null : respelt(source, own);
    },
  },
  // Writes the name of the folder as the `id` of a meta.yml.
  {
    codes: ['EVA_ID_MISMATCH'],
    changeFor: ({ said: { id, written }, bare }, source) =>
      bare === written && /^[A-Za-z][\w-]*$/.test(String(id)) ? respelt(source, String(id)) : null,
  },
  // Corrects the spelling of a value, of which one of a fixed list is near. A status other than draft is a claim about runs.
  {
    codes: ['EVA_BAD_VALUE:choice'],
    changeFor: ({ said: { value, meant }, bare }, source) => {
      if (typeof meant !== 'string' || meant === 'tested' || meant === 'ready') return null;
      return isMisspelling(String(value), meant) && bare === String(value) ? respelt(source, meant) : null;
    },
  },
  // Puts a number or a truth value in quotes where a text belongs.
  {
    codes: ['EVA_WRONG_TYPE'],
    changeFor: ({ said: { fix } }, source) =>
      fix === 'quote' && /^[\w.+-]+$/.test(source.marked) ? replaced(source, `"${source.marked}"`) : null,
  },
  // Takes the quotes of a number or a truth value away.
  {
    codes: ['EVA_WRONG_TYPE'],
    changeFor: ({ said: { fix }, bare }, source) => {
      const isNumber = fix === 'unquote' && /^-?\d+(?:\.\d+)?$/.test(bare);
      const isTruth = fix === 'unquoted_boolean' && /^(?:true|false)$/i.test(bare);
      return bare !== source.marked && (isNumber || isTruth) ? replaced(source, bare.toLowerCase()) : null;
    },
  },
  // Writes a number with a point: `0,95`.
  {
    codes: ['EVA_WRONG_TYPE'],
    changeFor: ({ said: { fix }, bare }, source) => {
      const { decimal } = Object(fix) as { readonly decimal?: unknown };
      return typeof decimal === 'string' && decimal === bare.replace(',', '.') ? replaced(source, decimal) : null;
    },
  },
  // Writes a date that begins with the year as 2026-01-31.
  {
    codes: ['EVA_BAD_DATE'],
    changeFor: ({ bare }, source) => {
      const [, year, , month = '', day = ''] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare) ?? [];
      if (year === undefined) return null;
      return respelt(source, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
    },
  },
  // Corrects the path of a file, of which one in the same folder has a near name.
  {
    codes: ['EVA_NO_FILE:named'],
    changeFor: ({ said: { meant, path }, bare }, source) =>
      bare === path && typeof meant === 'string' && /^[\w./-]+$/.test(meant) ? respelt(source, meant) : null,
  },
  // Corrects the spelling of a placeholder, of which one declared and unused input is near.
  {
    codes: ['EVA_UNDECLARED_INPUT:prompt', 'EVA_UNDECLARED_INPUT:body'],
    changeFor: ({ said: { name, meant } }, source) => {
      const isIt = source.marked.startsWith('{{') && source.marked.replace(/^\{\{ *| *\}\}$/g, '') === String(name);
      return isIt && isMisspelling(String(name), String(meant)) ? replaced(source, `{{${meant}}}`) : null;
    },
  },
  // Retypes a placeholder whose letters or braces only look Latin.
  {
    codes: ['EVA_LOOKALIKE', 'EVA_LOOK_ALIKE:placeholder'],
    changeFor: (_problem, source) => {
      const meant = asLatin(source.marked).replaceAll(' ', '');
      return meant.replace(placeholderPattern, '') === '' ? replaced(source, meant) : null;
    },
  },
  // Writes an input in the braces of another template language as `{{name}}`.
  {
    codes: ['EVA_TEMPLATE_LEFTOVER:input', 'EVA_TEMPLATE_LEFTOVER:triple'],
    changeFor: ({ said: { name, written } }, source) =>
      source.marked === written ? replaced(source, `{{${name}}}`) : null,
  },
  // Removes characters that a reviewer cannot see: from bodies, and from what is no value of a YAML file.
  {
    codes: ['EVA_INVISIBLE_TEXT', 'EVA_HIDDEN_CHARACTER'],
    changeFor: (_problem, { text, file, start, end, marked }) => {
      const isHidden = hiddenRuns(text).some((run) => run.start === start && run.characters === marked);
      if (!isHidden && !invisibleText(text).some((run) => run.start === start)) return null;
      const edits = [{ start, end, text: '' }];
      const dataOf = (yaml: string) => canonicalJson(parseYaml(yaml, file).value?.value ?? null);
      const isData = file.endsWith('.yml') && !file.endsWith('/messages.yml');
      if (isData && dataOf(text) !== dataOf(withEdits(text, edits))) return null;
      return { edits, what: `without ${codePoints(marked)}` };
    },
  },
];

function replaced({ start, end, marked }: MarkedText, text: string): Change {
  return { edits: [{ start, end, text }], what: `${shown(marked)} → ${shown(text)}` };
}

/** Replaces a word, and keeps the quotes around it. */
function respelt(source: MarkedText, word: string): Change {
  return replaced(source, inSameQuotes(source.marked, word));
}

const mostShown = 60;

function shown(text: string): string {
  const line = text.replaceAll('\n', '\\n');
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}

function withoutQuotes(written: string): string {
  return /^(["'])[\s\S]*\1$/.test(written) ? written.slice(1, -1) : written;
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The maximum number of spaces after the tabs of an indentation. */
const widestRest = 3;

const blockScalar = /[|>][-+\d]{0,2}[ \t\r]*$/m;

/** Returns true if every line is indented by tabs with few spaces after them, and none is part of a text: then depths stay in their order. */
function isSureOfDepths(text: string): boolean {
  const indents = text.match(/^[ \t]+(?=\S)/gm) ?? [];
  return !blockScalar.test(text) && indents.every((indent) => /^\t+ {0,3}$/.test(indent));
}

/** Returns spaces for the tabs of indentations, and one for those between a dash and its entry, unless lines may be parts of longer texts. */
function withSpaces(text: string, width: number): readonly TextEdit[] {
  const indents = Array.from(text.matchAll(/^ *\t[ \t]*/gm), ({ 0: indent, index: start }) => ({
    start,
    end: start + indent.length,
    text: indent.replaceAll('\t', ' '.repeat(width)),
  }));
  const hasLongText = blockScalar.test(text) || /^[^"\n]*"[^"\n]*$/m.test(text) || /^[^'\n]*'[^'\n]*$/m.test(text);
  const dashes = hasLongText ? [] : text.matchAll(/^[ \t]*-(\t[ \t]*)(?=\S)/gm);
  const afterDashes = Array.from(dashes, ({ 0: all, 1: tabs = '', index }) => {
    const end = index + all.length;
    return { start: end - tabs.length, end, text: ' ' };
  });
  return [...indents, ...afterDashes].sort((a, b) => a.start - b.start);
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

/** The characters after a backslash that YAML reads in a double-quoted text, and the backslash itself. */
const knownEscape = /[0abtnvfre"/N_LPxuU \t\n\\]/;

const keysOfTemplates: readonly unknown[] = ['content', 'text', 'given', 'when'];

/** Returns true if the value of a key is draft. A status other than that is a claim about runs. */
function isDraftAfter({ text, end }: MarkedText): boolean {
  return /^[ \t]*:[ \t]*(["']?)draft\1[ \t]*(?:[#\r\n]|$)/.test(text.slice(end, end + 100));
}

/** Returns true for a typing mistake, and for letters of other scripts. A synonym is no misspelling, and neither is a name that may mean another thing. */
export function isMisspelling(written: string, meant: string): boolean {
  return asLatin(written) === meant || (nearest(written, [meant]) === meant && !mayMeanAnother(written, meant));
}

/** Ends of names that tell units and comparisons apart: `timeout_ms` and `timeout_s`, `recall_lte` and `recall_gte`. */
const telling = /_(ms|s|sec|min|lte|lt|gte|gt)$/i;

/** Returns true for names that differ in a unit or comparison, or in their last letter alone: `user_id` and `user_ip`. */
function mayMeanAnother(written: string, meant: string): boolean {
  const [own, other] = [written, meant].map((name) => telling.exec(name)?.[1]?.toLowerCase());
  if (own !== undefined && other !== undefined && own !== other) return true;
  return written.length === meant.length && written.slice(0, -1) === meant.slice(0, -1);
}

/** Keys of other tools whose value has the same form in eva. */
const twins: ReadonlyMap<string, string> = new Map([
  ['tests', 'cases'],
  ['vars', 'inputs'],
  ['asserts', 'assert'],
  ['description', 'name'],
  ['repeat', 'sample_size'],
  ['trials', 'sample_size'],
  ['alpha', 'significance_level'],
  ['regex', 'matches'],
]);
