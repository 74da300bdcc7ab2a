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

/** What a fix changes, in words for people. */
export interface Change {
  /** Empty if writing the text as UTF-8 is the change. */
  readonly edits: readonly TextEdit[];
  readonly what: string;
}

/** A mechanical change that removes a problem. */
export interface Fix {
  readonly name: string;
  /** The codes of its problems, with the variant after a colon. */
  readonly codes: readonly string[];
  /** Returns the change; null if this problem has no single one. `source` is the marked part of the file. */
  changeFor(problem: Problem, source: MarkedText): Change | null;
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

export function replaced({ start, end, marked }: MarkedText, text: string): Change {
  return { edits: [{ start, end, text }], what: `${shown(marked)} → ${shown(text)}` };
}

const mostShown = 60;

/** Returns a text for one line of output. */
function shown(text: string): string {
  const line = text.replaceAll('\n', '\\n');
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}

function paramOf(problem: Problem, name: string): unknown {
  return problem.fix?.[name];
}

/** Returns a text without the quotes around it. */
function withoutQuotes(written: string): string {
  return /^(["'])[\s\S]*\1$/.test(written) ? written.slice(1, -1) : written;
}

/** Writes a UTF-16 file as UTF-8. */
export const utf16: Fix = {
  name: 'utf16',
  codes: ['EVA_NOT_UTF8:utf16'],
  changeFor: (_problem, { isUtf16, text }) =>
    isUtf16 && !text.includes('\uFFFD') ? { edits: [], what: 'UTF-8 in place of UTF-16' } : null,
};

const widths = [2, 4, 8];

/** Indents with spaces, if every usual width of a tab gives the same data. */
export const tabs: Fix = {
  name: 'tabs',
  codes: ['EVA_YAML_TAB'],
  changeFor: (_problem, { text, file }) => {
    const dashes = afterDashes(text);
    const ways = widths.map((width) => inOrder([...spaces(text, width), ...dashes]));
    const readable = ways.flatMap((edits) => {
      const { value, problems } = parseYaml(withEdits(text, edits), file);
      return value && problems.length === 0 ? [{ edits, data: canonicalJson(value.value) }] : [];
    });
    const [first, ...others] = readable;
    if (others.some(({ data }) => data !== first?.data)) return null;
    const edits = first?.edits ?? (isSureOfDepths(text) ? inOrder([...spaces(text, widestRest + 1), ...dashes]) : []);
    if (edits.length === 0) return null;
    return {
      edits,
      what: `spaces for the tabs that indent ${edits.length === 1 ? '1 line' : `${edits.length} lines`}`,
    };
  },
};

/** The maximum number of spaces after the tabs of an indentation. */
const widestRest = 3;

/** Returns true if every line is indented by tabs with few spaces after them, and none is part of a text: then depths stay in their order. */
function isSureOfDepths(text: string): boolean {
  const indents = text.match(/^[ \t]+(?=\S)/gm) ?? [];
  return !/[|>][-+\d]{0,2}[ \t\r]*$/m.test(text) && indents.every((indent) => /^\t+ {0,3}$/.test(indent));
}

/** Returns a space for the tabs between a dash and its entry; nothing for a file whose lines may be parts of longer texts. */
function afterDashes(text: string): readonly TextEdit[] {
  const hasLongText =
    /[|>][-+\d]{0,2}[ \t\r]*$/m.test(text) || /^[^"\n]*"[^"\n]*$/m.test(text) || /^[^'\n]*'[^'\n]*$/m.test(text);
  if (hasLongText) return [];
  return Array.from(text.matchAll(/^[ \t]*-(\t[ \t]*)(?=\S)/gm), ({ 0: all, 1: tabs = '', index }) => {
    const end = index + all.length;
    return { start: end - tabs.length, end, text: ' ' };
  });
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

function spaces(text: string, width: number): readonly TextEdit[] {
  return Array.from(text.matchAll(/^ *\t[ \t]*/gm), ({ 0: indent, index: start }) => ({
    start,
    end: start + indent.length,
    text: indent.replaceAll('\t', ' '.repeat(width)),
  }));
}

/** Puts a text in quotes that YAML does not read without them: one that begins with `@`, or has a colon and a space inside. */
const unquotedText: Fix = {
  name: 'unquoted-text',
  codes: ['EVA_YAML_SYNTAX:first_character', 'EVA_YAML_SYNTAX:colon_in_value'],
  changeFor: ({ variant }, source) => {
    const { text, start } = source;
    const [marked = ''] = /^.*?(?=[ \t\r]*(?:\n|$))/.exec(text.slice(start)) ?? [];
    const value = { ...source, end: start + marked.length, marked };
    const isText = variant === 'first_character' || /: |:$/.test(value.marked);
    if (!isText || !isWhole(source) || /["'#[\]{}|>]/.test(value.marked.slice(0, 1)) || / #/.test(value.marked))
      return null;
    const bare = withoutCurlyQuotes(value.marked);
    return replaced(value, /["\\]/.test(bare) ? `'${bare.replaceAll("'", "''")}'` : `"${bare}"`);
  },
};

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

/** The characters after a backslash that YAML reads in a double-quoted text, except the backslash itself. */
const known = /[0abtnvfre"/N_LPxuU \t\n]/;

/** Puts a pattern such as `"\d+"` in single quotes, in which YAML reads backslashes as they are. */
export const escapes: Fix = {
  name: 'escapes',
  codes: ['EVA_YAML_SYNTAX:escape'],
  changeFor: (_problem, source) => {
    const { text, start } = source;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = /^.*/.exec(text.slice(lineStart)) ?? [];
    const quoted = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ({ 0: whole, 1: inside = '', index }) => ({
      whole,
      inside,
      from: lineStart + index,
    }));
    const found = quoted.find(({ from, whole }) => from <= start && start < from + whole.length);
    if (
      !found ||
      Array.from(found.inside.matchAll(/\\(.)/g)).some(([, after = '']) => known.test(after) || after === '\\')
    )
      return null;
    const { from, whole, inside } = found;
    const value = { ...source, start: from, end: from + whole.length, marked: whole };
    return replaced(value, `'${inside.replaceAll("'", "''")}'`);
  },
};

/** Writes the space after the colon of a key: `name:happy`. */
const keySpace: Fix = {
  name: 'key-space',
  codes: ['EVA_YAML_SYNTAX:key_over_lines', 'EVA_YAML_SYNTAX:no_colon'],
  changeFor: (_problem, source) => {
    const [, key, value] = /^([a-z][a-z_]*):([^\s:/].*)$/.exec(source.marked) ?? [];
    return key === undefined ? null : replaced(source, `${key}: ${value}`);
  },
};

/** The keys whose texts have placeholders. */
const ofTemplates = ['content', 'text', 'given', 'when'];

/** Puts `{{name}}` in quotes, which YAML reads as a mapping without them. */
const barePlaceholder: Fix = {
  name: 'bare-placeholder',
  codes: ['EVA_YAML_KEY:placeholder'],
  changeFor: (problem, source) => {
    const key = paramOf(problem, 'key');
    if (!/^\{\{ *[\w-]+ *\}\}$/.test(source.marked)) return null;
    if (key === 'file') return replaced(source, `{ input: ${paramOf(problem, 'name')} }`);
    return ofTemplates.some((one) => one === key) ? replaced(source, `"${source.marked}"`) : null;
  },
};

/** Puts a key in quotes that YAML does not read as a text: `true`, `~`. */
const unquotedKey: Fix = {
  name: 'unquoted-key',
  codes: ['EVA_YAML_KEY:not_text'],
  changeFor: (_problem, source) => (/^[\w~.+-]+$/.test(source.marked) ? replaced(source, `"${source.marked}"`) : null),
};

/** Corrects the spelling of a key, of which one known key is near: `asert`. */
export const misspeltKey: Fix = {
  name: 'misspelt-key',
  codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_KEY:input', 'EVA_UNKNOWN_CHECK', 'EVA_UNKNOWN_CRITERION', 'EVA_LIKELY_TYPO'],
  changeFor: (problem, source) => {
    const { key, meant } = namesIn(problem);
    if (meant === null || !isMisspelling(key, meant) || withoutQuotes(source.marked) !== key) return null;
    if (paramOf(problem, 'advice') !== undefined) return null; // the value is another too
    if (meant === 'status' && !isDraftAfter(source)) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};

/** Returns true if the value of a key is draft. A status other than that is a claim about runs. */
function isDraftAfter({ text, end }: MarkedText): boolean {
  return /^[ \t]*:[ \t]*(["']?)draft\1[ \t]*(?:[#\r\n]|$)/.test(text.slice(end, end + 100));
}

function namesIn(problem: Problem): { readonly key: string; readonly meant: string | null } {
  const meant = paramOf(problem, 'meant');
  return { key: String(paramOf(problem, 'key')), meant: typeof meant === 'string' ? meant : null };
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

/** Writes eva's key for that of another tool. */
const foreignKey: Fix = {
  name: 'foreign-key',
  codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_CHECK'],
  changeFor: (problem, source) => {
    const key = String(paramOf(problem, 'key'));
    const meant = twins.get(key);
    if (meant === undefined || paramOf(problem, 'meant') !== meant || withoutQuotes(source.marked) !== key) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};

/** Writes the name of the folder as the `id` of a meta.yml. */
export const promptId: Fix = {
  name: 'prompt-id',
  codes: ['EVA_ID_MISMATCH'],
  changeFor: (problem, source) => {
    const id = String(paramOf(problem, 'id'));
    const isPlain = /^[A-Za-z][\w-]*$/.test(id);
    if (withoutQuotes(source.marked) !== paramOf(problem, 'written') || !isPlain) return null;
    return replaced(source, inSameQuotes(source.marked, id));
  },
};

/** Corrects the spelling of a value, of which one of a fixed list is near. A status other than draft is a claim about runs. */
const misspeltChoice: Fix = {
  name: 'misspelt-choice',
  codes: ['EVA_BAD_VALUE:choice'],
  changeFor: (problem, source) => {
    const written = String(paramOf(problem, 'value'));
    const meant = paramOf(problem, 'meant');
    if (typeof meant !== 'string' || meant === 'tested' || meant === 'ready') return null;
    if (!isMisspelling(written, meant) || withoutQuotes(source.marked) !== written) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};

const scalar = /^[\w.+-]+$/;

/** Puts a number or a truth value in quotes where a text belongs. */
const missingQuotes: Fix = {
  name: 'missing-quotes',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const isQuoting = paramOf(problem, 'fix') === 'quote' && scalar.test(source.marked);
    return isQuoting ? replaced(source, `"${source.marked}"`) : null;
  },
};

/** Takes the quotes of a number or a truth value away. */
const needlessQuotes: Fix = {
  name: 'needless-quotes',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const fix = String(paramOf(problem, 'fix'));
    const bare = withoutQuotes(source.marked);
    const isNumber = fix === 'unquote' && /^-?\d+(?:\.\d+)?$/.test(bare);
    const isTruth = fix === 'unquoted_boolean' && /^(?:true|false)$/i.test(bare);
    return bare !== source.marked && (isNumber || isTruth) ? replaced(source, bare.toLowerCase()) : null;
  },
};

/** Writes a number with a point: `0,95`. */
const decimalComma: Fix = {
  name: 'decimal-comma',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const { decimal } = Object(paramOf(problem, 'fix')) as { readonly decimal?: unknown };
    const isNumber = typeof decimal === 'string' && decimal === withoutQuotes(source.marked).replace(',', '.');
    return isNumber ? replaced(source, decimal) : null;
  },
};

/** Writes a date that begins with the year as 2026-01-31. */
const dateForm: Fix = {
  name: 'date-form',
  codes: ['EVA_BAD_DATE'],
  changeFor: (_problem, source) => {
    const [, year, month = '', day = ''] =
      /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(withoutQuotes(source.marked))?.filter((_, i) => i !== 2) ?? [];
    if (year === undefined) return null;
    return replaced(source, inSameQuotes(source.marked, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`));
  },
};

/** Corrects the path of a file, of which one in the same folder has a near name. */
const misspeltPath: Fix = {
  name: 'misspelt-path',
  codes: ['EVA_NO_FILE:named'],
  changeFor: (problem, source) => {
    const meant = paramOf(problem, 'meant');
    const isPath = withoutQuotes(source.marked) === paramOf(problem, 'path');
    if (!isPath || typeof meant !== 'string' || !/^[\w./-]+$/.test(meant)) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};

/** Corrects the spelling of a placeholder, of which one declared and unused input is near. */
const misspeltPlaceholder: Fix = {
  name: 'misspelt-placeholder',
  codes: ['EVA_UNDECLARED_INPUT:prompt', 'EVA_UNDECLARED_INPUT:body'],
  changeFor: (problem, source) => {
    const [name, meant] = [paramOf(problem, 'name'), paramOf(problem, 'meant')].map(String);
    const isIt = source.marked.replace(/^\{\{ *| *\}\}$/g, '') === name && source.marked.startsWith('{{');
    return isIt && isMisspelling(name ?? '', meant ?? '') ? replaced(source, `{{${meant}}}`) : null;
  },
};

/** Retypes a placeholder whose letters or braces only look Latin. */
export const lookAlikes: Fix = {
  name: 'look-alikes',
  codes: ['EVA_LOOKALIKE', 'EVA_LOOK_ALIKE:placeholder'],
  changeFor: (_problem, source) => {
    const meant = asLatin(source.marked).replaceAll(' ', '');
    return meant.replace(placeholderPattern, '') === '' ? replaced(source, meant) : null;
  },
};

/** Writes an input in the braces of another template language as `{{name}}`. */
export const braces: Fix = {
  name: 'braces',
  codes: ['EVA_TEMPLATE_LEFTOVER:input', 'EVA_TEMPLATE_LEFTOVER:triple'],
  changeFor: (problem, source) => {
    const written = paramOf(problem, 'written');
    return source.marked === written ? replaced(source, `{{${paramOf(problem, 'name')}}}`) : null;
  },
};

/** Removes characters that a reviewer cannot see: from bodies, and from what is no value of a YAML file. */
export const invisible: Fix = {
  name: 'invisible',
  codes: ['EVA_INVISIBLE_TEXT', 'EVA_HIDDEN_CHARACTER'],
  changeFor: (_problem, { text, file, start, marked }) => {
    const isHidden = hiddenRuns(text).some((run) => run.start === start && run.characters === marked);
    if (!isHidden && !invisibleText(text).some((run) => run.start === start)) return null;
    const change: Change = {
      edits: [{ start, end: start + marked.length, text: '' }],
      what: `without ${codePoints(marked)}`,
    };
    const isData = file.endsWith('.yml') && !file.endsWith('/messages.yml');
    return isData && dataOf(text, file) !== dataOf(withEdits(text, change.edits), file) ? null : change;
  },
};

/** Returns the data of a YAML text, as JSON. */
function dataOf(text: string, file: string): string {
  return canonicalJson(parseYaml(text, file).value?.value ?? null);
}

/** Every fix. The first that has a change for a problem makes it. */
export const fixes: readonly Fix[] = [
  utf16,
  tabs,
  unquotedText,
  escapes,
  keySpace,
  barePlaceholder,
  unquotedKey,
  misspeltKey,
  foreignKey,
  promptId,
  misspeltChoice,
  missingQuotes,
  needlessQuotes,
  decimalComma,
  dateForm,
  misspeltPath,
  misspeltPlaceholder,
  lookAlikes,
  braces,
  invisible,
];

export function fixesFor({ code, variant }: Problem): readonly Fix[] {
  const kind = variant === undefined ? code : `${code}:${variant}`;
  return fixes.filter(({ codes }) => codes.includes(kind));
}
