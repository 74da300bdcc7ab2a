import { extname, posix } from 'node:path';
import type { Place } from '#model/problem.js';
import type { ConfigNode } from '../config-node.js';
import type { FindingWords, Ledger } from '../finding.js';
import { type ConfigFolder, pathInFolder, whyUnread } from '../folder.js';
import { isPattern } from '../glob.js';
import type { ImportContext } from '../imported.js';
import { type FilePrompt, nodeAtLine, promptsInFile } from './file-prompts.js';

/** An entry of `prompts`: a text, which may be the path of a file, with what the configuration says about it. */
export interface PromptEntry {
  readonly node: ConfigNode;
  readonly raw: string;
  readonly label?: string;
  readonly id?: string;
  readonly config?: ConfigNode;
}

/** A template of a prompt, and where it comes from. */
export interface PromptSource {
  readonly node: ConfigNode;
  readonly raw: string;
  readonly names: readonly string[];
  readonly title: string;
  /** False if the title is the beginning of its text. */
  readonly isNamed: boolean;
  readonly isMarkdown: boolean;
  readonly config?: ConfigNode;
}

/** Returns the templates of an entry: its text, or those of the files that it names. Lists what cannot be read in the ledger. */
export function sourcesOf(entry: PromptEntry, context: ImportContext): readonly PromptSource[] {
  const { node, raw } = entry;
  const foreign = foreignPrompt(raw);
  if (foreign) return refuse(entry, context, foreign.reason, foreign.todo);
  if (!isMaybePath(raw)) return [inline(entry)];
  if (raw.startsWith('file://') && /\{\{|\{%/.test(raw))
    return refuse(entry, context, 'its path is a template, and eva reads no environment variable', 'write the path');
  if (isPattern(raw) && !/\s/.test(raw.trim())) return fromPattern(entry, raw, context);
  const path = pathInFolder(raw);
  const { value: text, problems } = context.folder.text(path, node.place());
  if (text !== null) return fromFile(entry, path, text, context, true);
  if (problems[0]?.code === 'EVA_NOT_A_FILE') return fromPattern(entry, `${raw.replace(/\/+$/, '')}/*`, context);
  if (!isSurelyPath(raw)) return [inline(entry)];
  return refuse(entry, context, whyUnread(problems));
}

function inline(entry: PromptEntry): PromptSource {
  const { node, raw, config, label, id } = entry;
  return {
    node: node.child('raw') ?? node,
    raw,
    names: named([label ?? raw, id]),
    title: label ?? (id === raw ? undefined : id) ?? firstWords(raw),
    isNamed: label !== undefined || (id !== undefined && id !== raw),
    isMarkdown: false,
    ...(config && { config }),
  };
}

/** Reads the files of a pattern, of which promptfoo forgets label and config. */
function fromPattern(entry: PromptEntry, pattern: string, context: ImportContext): readonly PromptSource[] {
  const { files, refused } = context.folder.find(pattern.replace(/^file:\/\//, ''));
  if (refused !== undefined) return refuse(entry, context, refused);
  const evaPromptOf = openEvaPrompts(context.folder, entry.node.place());
  const found = files.flatMap((path) => {
    const own = evaPromptOf(path);
    if (own !== undefined) return passOver(entry, own, context);
    const foreign = foreignPrompt(path);
    if (foreign) return refuse(entry, context, foreign.reason, foreign.todo, path);
    const { value: text, problems } = context.folder.text(path, entry.node.place());
    if (text === null) return refuse(entry, context, whyUnread(problems), undefined, path);
    return fromFile({ node: entry.node, raw: path }, path, text, context);
  });
  if (files.length === 0 && !isSurelyPath(entry.raw)) return [inline(entry)];
  return files.length === 0 ? refuse(entry, context, 'no file fits this pattern') : found;
}

/** Passes over a file that belongs to an eva prompt, and notes it. */
function passOver({ node }: PromptEntry, folder: string, { ledger }: ImportContext): readonly PromptSource[] {
  const reason = 'it is the folder of an eva prompt, so the import takes no prompts from it; promptfoo does';
  ledger.add('noted', 'prompt', node, { what: folder, reason, todo: 'move it, or use a narrower pattern' });
  return [];
}

function fromFile(
  entry: PromptEntry,
  path: string,
  text: string,
  context: ImportContext,
  isNamedFile = false,
): readonly PromptSource[] {
  const { folder, ledger } = context;
  const prompts = promptsInFile({
    file: path,
    text,
    folder,
    onUnread: (node, reason) => ledger.add('blocks', 'prompt', node, { what: String(node.value), reason }),
  });
  if (!prompts && !isNamedFile) return [];
  if (!prompts) return refuse(entry, context, `promptfoo reads no prompts from \`${extname(path)}\` files`);
  if (prompts.length === 0) return refuse(entry, context, 'the file has no prompt');
  return prompts.map((prompt, index) =>
    sourceOf(entry, path, prompt, prompts.length > 1 ? ` ${index + 1}` : '', ledger),
  );
}

/** `number` follows the name of a file with several prompts. */
function sourceOf(entry: PromptEntry, path: string, prompt: FilePrompt, number: string, ledger: Ledger): PromptSource {
  const { raw, label, id, config } = entry;
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (config && prompt.dropsConfig) {
    ledger.add('noted', 'setting', config, { what: 'config', reason: 'promptfoo ignores it beside a text file' });
  }
  return {
    node: nodeAtLine(prompt.raw, path, prompt.line),
    raw: prompt.raw,
    names: named([prompt.label ?? label, id, raw, path, `${label ?? path}: ${prompt.raw}`]),
    isNamed: true,
    title: prompt.label ?? `${label ?? base}${number}`,
    isMarkdown: prompt.isMarkdown ?? false,
    ...(config && !prompt.dropsConfig && { config }),
  };
}

function named(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))];
}

function firstWords(raw: string): string {
  const text = raw.slice(0, 500).replace(/\{[{%#][\s\S]*?[}%#]\}/g, ' ');
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => !['role', 'system', 'user', 'content'].includes(word),
  );
  return words.slice(0, 6).join(' ');
}

function refuse(
  { node, raw }: PromptEntry,
  { ledger }: ImportContext,
  ...[reason, todo, what = raw]: [reason: string, todo?: string | undefined, what?: string]
): readonly PromptSource[] {
  ledger.add('blocks', 'prompt', node, { what, reason, ...(todo !== undefined && { todo }) });
  return [];
}

/** Returns a function that returns the folder of the eva prompt that a file belongs to, relative to the folder of the configuration. */
function openEvaPrompts(folder: ConfigFolder, at: Place): (path: string) => string | undefined {
  const known = new Map<string, boolean>();
  const isPrompt = (dir: string): boolean => {
    const found = known.get(dir) ?? isEvaPrompt(folder, dir, at);
    known.set(dir, found);
    return found;
  };
  return (path) => foldersAbove(path).find(isPrompt);
}

/** Returns true for a folder `prompts/ID` with cases of eva. */
function isEvaPrompt({ dir, text }: ConfigFolder, path: string, at: Place): boolean {
  if (posix.basename(posix.dirname(posix.join(dir, path))) !== 'prompts') return false;
  return /^(?:cases|cases_of):/m.test(text(posix.join(path, 'eval.yml'), at).value ?? '');
}

function foldersAbove(path: string): readonly string[] {
  const above = posix.dirname(path);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}

const endings = /\.(?:txt|md|json|jsonl|ya?ml|csv|j2)$/i;

const codeEndings = /\.(?:[cm]?[jt]s|py|sh|bash|exe|bat|cmd|ps1|rb|pl|go)(?::[\w.]+)?$/i;

const services: Readonly<Record<string, string>> = {
  'langfuse://': 'Langfuse',
  'portkey://': 'Portkey',
  'helicone://': 'Helicone',
};

/** Returns why a prompt comes from code or from a service, and what to do; undefined for a text or the path of a text. */
function foreignPrompt(raw: string): FindingWords | undefined {
  const [scheme, name] = Object.entries(services).find(([start]) => raw.startsWith(start)) ?? [];
  if (scheme !== undefined) {
    return {
      what: raw,
      reason: `${name} has its text, and an import opens no connection`,
      todo: 'copy the text into a file',
    };
  }
  if (raw.includes('\n')) return undefined;
  if (raw.startsWith('package:') || raw.startsWith('exec:') || (codeEndings.test(raw) && !/\s/.test(raw.trim()))) {
    return {
      what: raw,
      reason: 'a program makes its text, and an import executes nothing',
      todo: 'write the text that it returns into a file',
    };
  }
  return undefined;
}

/** Returns true for a text that promptfoo takes for a path. */
function isMaybePath(raw: string): boolean {
  if (raw.includes('\n')) return false;
  if (raw.startsWith('file://') || endings.test(raw)) return true;
  return /[*/\\]/.test(raw) || raw.charAt(raw.length - 3) === '.' || raw.charAt(raw.length - 4) === '.';
}

/** Returns true for a text that can only be a path, so that a file that is missing is a mistake. */
function isSurelyPath(raw: string): boolean {
  return raw.startsWith('file://') || (endings.test(raw) && !/\s/.test(raw)) || /^[\w.-]+(?:\/[\w.*-]+)+$/.test(raw);
}
