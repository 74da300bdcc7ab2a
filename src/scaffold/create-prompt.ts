import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { checkPromptId } from '#library/prompts.js';
import { parseYaml } from '#load/source/yaml-source.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { shellWord, short } from '#model/text/quoted.js';
import { isSkillName, maxSkillName, nearestSkillName, skillNameFlaws } from '#model/text/skill-name.js';
import { plainOrQuoted, splitMark, withEdits } from '#model/text/yaml-text.js';
import { readRegular } from '#store/files/regular-file.js';
import type { ModelChoice, SetModels } from './choose-models.js';
import { type BodyKind, newPromptFiles } from './new-prompt.js';
import { copyFiles, filesIn, isPresent, placeFile, placePrompt } from './placing.js';
import { schemaLine } from './schema-line.js';
import { type ChosenModels, defaultsText } from './texts.js';

/** Returns the id in a text that may be a path: `prompts/ID/` is ID. */
export function idOf(text: string): string {
  return /^(?:\.\/)?prompts\/([^/]+)\/?$/.exec(text)?.[1] ?? text;
}

export interface NewPrompt {
  readonly id: string;
  /** The flags of the command line, which follow the id in the commands of hints. */
  readonly flags: string;
}

/** Throws EVA_BAD_ID if doctor would refuse the id, and EVA_EXISTS if something has this name in `prompts/`. */
export function requireFree(root: string, { id, flags }: NewPrompt): void {
  isPresent(root, 'prompts', 'directory');
  const isTaken = takenIn(root);
  if (!isSkillName(id)) throw new EvaError([badId(id, isTaken, flags)]);
  if (isTaken(id)) throw taken(root, { id, flags });
}

function takenIn(root: string): (id: string) => boolean {
  return (id) => lstatSync(join(root, 'prompts', id), { throwIfNoEntry: false }) !== undefined;
}

function taken(root: string, { id, flags }: NewPrompt): EvaError {
  return new EvaError([
    problem('EVA_EXISTS:prompt', `prompts/${short(id)} exists, and eva new changes no prompt`, {
      hint: `choose another id: eva new ${shellWord(freeId(id, takenIn(root)))}${short(flags)}`,
    }),
  ]);
}

function badId(id: string, isTaken: (id: string) => boolean, flags: string): Problem {
  const { form, length, reserved } = skillNameFlaws(id);
  const near = nearestSkillName(id.replace(/\.(md|txt|xml|ya?ml)$/i, ''));
  const flaw = form ? 'form' : length ? 'length' : 'reserved';
  return problem('EVA_BAD_ID:new', {
    id,
    flaw,
    word: reserved[0] ?? null,
    meant: near && freeId(near, isTaken),
    flags,
  });
}

/** Returns the id, or the first of `ID-2`, `ID-3` … that is free. */
function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let count = 2; ; count++) {
    const next = `${id.slice(0, maxSkillName - 8).replace(/-+$/, '')}-${count}`;
    if (!isTaken(next)) return next;
  }
}

/** Creates a prompt with a body and two cases. Returns the names of its files. Throws EVA_EXISTS if another process was faster. */
export function createPrompt(
  root: string,
  prompt: NewPrompt,
  kind: BodyKind,
  { set, choice }: { readonly set: SetModels; readonly choice: ModelChoice },
): readonly string[] {
  const dir = join(root, 'prompts', prompt.id);
  const schemas = { eval: schemaLine(dir, 'eval'), messages: schemaLine(dir, 'messages') };
  const files = Object.entries(newPromptFiles(kind, schemas, defaultsText(lacking(set, choice))));
  const isNew = placePrompt(root, prompt.id, (path) => {
    for (const [name, text] of files) placeFile(path, name, text);
  });
  if (!isNew) throw taken(root, prompt);
  return files.map(([name]) => name);
}

/** Returns the chosen models that eva.yml does not set. */
export function lacking(set: SetModels, { model, judge }: Pick<ChosenModels, 'model' | 'judge'>): SetModels {
  return { ...(set.model !== model && { model }), ...(set.judge !== judge && { judge }) };
}

/** Names in the folder of a prompt that belong to that prompt alone: replies, logs and shell words. */
const ownNames = /^(recordings\.jsonl|aliases|\..*)$/;

/**
 * Copies a prompt with its body, cases and their files, as a draft. Returns the names of its files. Leaves out recordings, logs and aliases. Throws EVA_UNKNOWN_PROMPT,
 * EVA_EXISTS if another process was faster, and EVA_ODD_FILE for links and devices.
 */
export function copyPrompt(
  root: string,
  { from, ...prompt }: NewPrompt & { readonly from: string },
  today: string,
): readonly string[] {
  const { id } = prompt;
  const source = checkPromptId(root, from);
  isPresent(root, `prompts/${from}`, 'directory');
  const files = filesIn(source, (name) => ownNames.test(name));
  const meta = files.includes('meta.yml') ? copiedMeta(root, from, { id, today }) : null;
  const isNew = placePrompt(root, id, (path) => {
    copyFiles(
      source,
      path,
      files.filter((file) => file !== 'meta.yml'),
    );
    if (meta !== null) placeFile(path, 'meta.yml', meta);
  });
  if (!isNew) throw taken(root, prompt);
  return files;
}

const maxBytes = 1024 * 1024;

/**
 * Returns the text of a prompt's meta.yml for a copy: with the id of the copy, as a draft that was created today. Keeps every other byte.
 * Throws the problems of the file.
 */
function copiedMeta(
  root: string,
  from: string,
  { id, today }: { readonly id: string; readonly today: string },
): string {
  const file = `prompts/${from}/meta.yml`;
  const text = readRegular(join(root, file), maxBytes)?.toString('utf8') ?? '';
  const { mark, bare } = splitMark(text);
  const { value: source, problems } = parseYaml(bare, file);
  if (hasErrors(problems)) throw new EvaError(problems);
  if (!source) return text;
  const changed = { id: plainOrQuoted(id), status: 'draft', created: today, updated: today };
  const edits = Object.entries(changed).flatMap(([key, value]) => {
    const range = source.range([key]);
    return range ? [{ ...range, text: value }] : [];
  });
  return mark + withEdits(bare, edits);
}
