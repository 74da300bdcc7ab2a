import { extname } from 'node:path';
import { isObject, type JsonValue } from '#model/data/json.js';
import { type ConfigNode, entriesOf, itemsOf, nodeOf } from '../config-node.js';
import type { ConfigFolder } from '../folder.js';
import { isCodePath, readConfigDocument, readExternal } from '../reading/documents.js';
import { parseCsv } from '../rows/csv-rows.js';
import { promptJson } from './marked.js';

export interface FilePrompt {
  readonly raw: string;
  /** The line of the file on which it begins. */
  readonly line: number;
  readonly label?: string;
  readonly isMarkdown?: boolean;
  /** True for a file of which promptfoo ignores `config` of the entry. */
  readonly dropsConfig?: boolean;
}

interface PromptText {
  readonly file: string;
  readonly text: string;
  readonly folder: ConfigFolder;
  /** Gets a part of the file that names another one which cannot be read. */
  readonly onUnread: (node: ConfigNode, reason: string) => void;
}

/** Returns the prompts of a file; undefined for a file of which promptfoo makes none. */
export function promptsInFile(file: PromptText): readonly FilePrompt[] | undefined {
  const ending = extname(file.file).toLowerCase();
  return Object.hasOwn(readers, ending) ? readers[ending]?.(file) : undefined;
}

const readers: Readonly<Record<string, (file: PromptText) => readonly FilePrompt[]>> = {
  '.txt': ({ text }) => pieces(text),
  '.md': ({ text }) => [{ raw: text, line: 1, isMarkdown: true, dropsConfig: true }],
  '.j2': ({ text }) => [{ raw: text, line: 1 }],
  '.json': (file) => [{ raw: promptJson(file.text) === undefined ? file.text : dataOf(file), line: 1 }],
  '.yaml': (file) => [{ raw: dataOf(file), line: 1 }],
  '.yml': (file) => [{ raw: dataOf(file), line: 1 }],
  '.jsonl': ({ text }) =>
    text.split(/\r?\n/).flatMap((raw, index) => (raw.length > 0 ? [{ raw, line: index + 1 }] : [])),
  '.csv': ({ text }) => rows(text),
};

/** Splits a text at lines that hold `---` alone. Empty pieces are dropped, the others trimmed. */
function pieces(text: string): readonly FilePrompt[] {
  const prompts: FilePrompt[] = [];
  let lines: string[] = [];
  let start = 1;
  const flush = () => {
    const whole = lines.join('\n');
    const raw = whole.trim();
    const blank = whole.slice(0, whole.length - whole.trimStart().length).split('\n').length - 1;
    if (raw !== '') prompts.push({ raw, line: start + blank, dropsConfig: true });
  };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() !== '---') {
      lines.push(line);
      continue;
    }
    flush();
    lines = [];
    start = index + 2;
  }
  flush();
  return prompts;
}

/** Returns the data of a YAML or JSON file as JSON, with the files that its texts name; the text itself if it is no data. */
function dataOf(whole: PromptText): string {
  const { file, text, folder } = whole;
  const { value } = readConfigDocument(folder, file, { file });
  if (!value || hasOddKey(value.value)) return text;
  return JSON.stringify(withFiles(value, whole));
}

/** Returns a value in which each text that begins with `file://` is the content of that file. Pictures and PDFs stay paths. */
function withFiles(node: ConfigNode, whole: PromptText): JsonValue {
  const { value } = node;
  if (Array.isArray(value)) return itemsOf(node).map((item) => withFiles(item, whole));
  if (isObject(value)) return Object.fromEntries(entriesOf(node).map(([key, part]) => [key, withFiles(part, whole)]));
  if (typeof value !== 'string' || /\.(?:png|jpe?g|gif|webp|pdf)$/i.test(value)) return value;
  if (value.startsWith('file://') && isCodePath(value)) {
    whole.onUnread(node, 'it is a program, and an import executes nothing');
    return value;
  }
  const external = readExternal(node, whole.folder);
  if (external && 'node' in external) return external.node.value;
  if (external) whole.onUnread(node, external.unread);
  return value;
}

/** Returns true if a key is an unquoted placeholder, which YAML reads as a mapping. */
function hasOddKey(value: JsonValue): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(hasOddKey);
  return isObject(value) && Object.entries(value).some(([key, inner]) => /^\{.*\}$/s.test(key) || hasOddKey(inner));
}

/** Reads a CSV file with a column `prompt`, or the lines of a file with one column. */
function rows(text: string): readonly FilePrompt[] {
  const table = text.includes(',') ? parseCsv(text) : undefined;
  if (!table || 'flaw' in table) return lines(text);
  const names = table.header.map((name) => name.trim());
  return table.records.flatMap(({ values, start }) => {
    const cell = (name: string) => values[table.header[names.indexOf(name)] ?? ''];
    const [raw, label] = [cell('prompt'), cell('label')].map((one) => (typeof one === 'string' ? one.trim() : ''));
    if (!raw) return [];
    return [{ raw, line: text.slice(0, start).split('\n').length, ...(label && { label }) }];
  });
}

function lines(text: string): readonly FilePrompt[] {
  const all = text.split(/\r?\n/).map((raw, index) => ({ raw, line: index + 1 }));
  const filled = all.filter(({ raw }) => raw.trim() !== '');
  return filled[0]?.raw.trim().toLowerCase() === 'prompt' ? filled.slice(1) : filled;
}

export function nodeAtLine(raw: string, file: string, line: number): ConfigNode {
  return nodeOf(raw, { file, line });
}
