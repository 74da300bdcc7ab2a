import { existsSync, lstatSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { checkPromptId } from '#library/prompts.js';
import { findUpwards } from '#library/root.js';
import { parseYaml } from '#library/source/yaml-source.js';
import { EvaError, evaError, hasErrors, type Problem, problem } from '#model/problem.js';
import { quoted, shellWord, short } from '#model/text/quoted.js';
import { isSkillName, maxSkillName, nearestSkillName, skillNameFlaws } from '#model/text/skill-name.js';
import { plainOrQuoted, splitMark, withEdits } from '#model/text/yaml-text.js';
import { copyFiles, filesIn, isPresent, placeFile, placePrompt } from '#store/files/placing.js';
import { readRegular } from '#store/files/regular-file.js';
import type { ChosenModels, ModelChoice, SetModels } from './models.js';

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
  return evaError('EVA_EXISTS:prompt', `prompts/${short(id)} exists, and eva new changes no prompt`, {
    hint: `choose another id: eva new ${shellWord(freeId(id, takenIn(root)))}${short(flags)}`,
  });
}

function badId(id: string, isTaken: (id: string) => boolean, flags: string): Problem {
  const { form, length, reserved } = skillNameFlaws(id);
  const near = nearestSkillName(id.replace(/\.(md|txt|xml|ya?ml)$/i, ''));
  const flaw = form ? 'form' : length ? 'length' : 'reserved';
  const meant = near && freeId(near, isTaken);
  return problem(
    'EVA_BAD_ID:new',
    `${quoted(id)} cannot be the id of a new prompt: ${flawsOfIds[flaw]}${flaw === 'reserved' ? ` ${reserved[0] ?? null}` : ''}`,
    {
      hint:
        meant === null
          ? `name it after its task: eva new triage-ticket${short(flags)}`
          : `did you mean: eva new ${shellWord(meant)}${short(flags)}`,
    },
  );
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

/** The kinds of bodies, each the ending of its file or `messages`. */
export type BodyKind = 'md' | 'txt' | 'xml' | 'messages';

const task = 'Summarize the text below for somebody who has one minute.';
const rule = 'Write at most three sentences. Say only what the text says.';

const bodies: Readonly<Record<BodyKind, readonly [file: string, lines: readonly string[]]>> = {
  md: ['prompt.md', [task, '', rule, '', '## Text', '', '{{text}}']],
  txt: ['prompt.txt', [task, rule, '', 'Text:', '{{text}}']],
  xml: [
    'prompt.xml',
    ['<prompt>', `  <task>${task}</task>`, `  <rule>${rule}</rule>`, '  <text>{{text}}</text>', '</prompt>'],
  ],
  messages: [
    'messages.yml',
    ['- role: system', '  content: |', `    ${task}`, `    ${rule}`, '- role: user', '  content: "{{text}}"'],
  ],
};

/** Returns the files of a new prompt. `schemas` are the lines for editors, `defaults` the lines that eval.yml needs. */
function newPromptFiles(
  kind: BodyKind,
  schemas: { readonly eval: string; readonly messages: string },
  defaults: readonly string[],
): Readonly<Record<string, string>> {
  const [file, body] = bodies[kind];
  const first = kind === 'messages' ? schemas.messages : '';
  return { [file]: lines(first, ...body), 'eval.yml': lines(schemas.eval, ...casesFor(file, defaults)) };
}

const casesFor = (file: string, defaults: readonly string[]) => [
  ...defaults,
  `# Change ${file} and these cases. A case gives a value for each {{placeholder}}, and says how to tell a good reply.`,
  'cases:',
  '  - name: keeps-the-hours',
  '    inputs:',
  '      text: The library opens at nine and closes at six. It is closed on Sundays. Return books at the side door.',
  '    assert: # checks are exact, and cost nothing',
  "      - matches: '(?i)\\b(nine|9)\\b' # a regular expression",
  '      - icontains: sunday',
  '      - max_chars: 400',
  '',
  '  - name: adds-nothing',
  '    inputs:',
  '      text: The bridge is closed until further notice. Drivers take the road along the river.',
  '    # The judge, a second model, scores the reply from 1 to 5 by this rubric; 4 is enough.',
  '    rubric: |',
  '      Score whether the summary says only what the text says, 1 to 5.',
  '      5: the bridge is closed, drivers take the river road, and nothing else.',
  '      3: leaves out one of the two.',
  '      1: names a cause or a date, which the text does not give.',
];

/** Returns the text of eva.yml. `schema` is the line for editors, or empty. */
export function configText({ start, model, judge }: ChosenModels, schema: string): string {
  const { name, entry, isFree } = start;
  const bare = [...new Set([model, judge])].map((modelName) =>
    modelName.slice(modelName.startsWith(`${name}:`) ? name.length + 1 : 0),
  );
  const prices = isFree
    ? ['prices:', ...bare.map((modelName) => `  ${plainOrQuoted(modelName)}: { input: 0, output: 0 }`)]
    : [
        '# Your own prices, in USD per million tokens. They override the built-in ones:',
        '# prices:',
        `#   ${plainOrQuoted(bare[0] ?? '')}: { input: USD, output: USD }`,
      ];
  const providers = entry
    ? ['providers:', `  ${name}: ${flow(entry)}`]
    : [
        '# Other servers, and programs that answer like a model:',
        '# providers:',
        '#   mine: { type: openai, base_url: "https://host/v1", api_key_env: MINE_API_KEY }  # then: model: mine:NAME',
      ];
  return lines(
    schema,
    '# Settings of all prompts. The `defaults` of an eval.yml override these one by one.',
    'defaults:',
    `  model: ${plainOrQuoted(model)} # the model under test`,
    '  judge:',
    `    model: ${plainOrQuoted(judge)} # scores replies by your rubrics`,
    '  user_simulator:',
    `    model: ${plainOrQuoted(judge)} # plays the user of scenarios`,
    '',
    '# Limits of one run: eva stops before the call that would exceed one.',
    'budget:',
    '  max_calls: 2000 # enough for 400 items with a rubric, each asked of two models',
    '  # max_cost_usd: 5',
    '',
    ...providers,
    '',
    ...prices,
  );
}

/** Returns the lines of `defaults` that an eval.yml needs beside an eva.yml: those that eva.yml does not set. */
export function defaultsText(needed: { readonly model?: string; readonly judge?: string }): readonly string[] {
  const { model, judge } = needed;
  if (model === undefined && judge === undefined) return [];
  return [
    'defaults:',
    ...(model === undefined ? [] : [`  model: ${plainOrQuoted(model)}`]),
    ...(judge === undefined ? [] : [`  judge: { model: ${JSON.stringify(judge)} }`]),
    '',
  ];
}

/** Joins lines to the text of a file. Leaves out an empty first line. */
export function lines(first: string, ...rest: readonly string[]): string {
  return `${[...(first === '' ? [] : [first, '']), ...rest].join('\n')}\n`;
}

function flow(entry: object): string {
  const pairs = Object.entries(entry).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? plainOrQuoted(value) : JSON.stringify(value)}`,
  );
  return `{ ${pairs.join(', ')} }`;
}

const packageName = 'eva-harness';

/** Returns the nearest directory upwards, from `dir` on, whose node_modules has eva; null if none has it. */
function installedIn(dir: string): string | null {
  return findUpwards(dir, (folder) =>
    existsSync(join(folder, 'node_modules', packageName, 'schemas', 'eval.schema.json')),
  );
}

/**
 * Returns the comment by which editors find the schema of a YAML file in `dir`: a relative path to the installed package. Returns the empty
 * string if eva is not installed in `dir` or above it.
 */
export function schemaLine(dir: string, schema: 'eva-config' | 'eval' | 'messages'): string {
  const home = installedIn(dir);
  if (home === null) return '';
  const up = relative(dir, home).split(sep).join('/');
  const path = posix.join(up === '' ? '.' : up, 'node_modules', packageName, 'schemas', `${schema}.schema.json`);
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}

const flawsOfIds = {
  form: 'ids are lower-case words and digits, joined by hyphens',
  length: 'it is longer than 64 characters',
  reserved: 'skills may not have the word',
} as const;
