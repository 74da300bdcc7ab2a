import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listPromptIds } from '#library/prompts.js';
import { findUpwards, isDirectory } from '#library/root.js';
import { openTrust, recordTrust, type User, untrustedOf } from '#library/trust.js';
import { EvaError, evaError } from '#model/problem.js';
import type { ModelCall } from '#model/reply/exchange.js';
import { flagWords, listed, short } from '#model/text/quoted.js';
import { openPrompt } from '#run/prompt/open-prompt.js';
import { readLibrary } from '#run/prompt/read-prompt.js';
import { runScripted, type WrittenReply } from '#run/replies/scripted-run.js';
import { createWhole, writeAtomically } from '#store/files/atomic-write.js';
import { hasText, isPresent, type Placed, placeFile, placePrompt } from '#store/files/placing.js';
import { makeDirectories, onDisk, readRegular } from '#store/files/regular-file.js';
import { RecordingWriter } from '#store/replies/recordings.js';
import { removeTemporaries } from '#store/trash.js';
import type { ChosenModels } from './models.js';
import { libraryModels, type ModelChoice, modelsOfPrompts, type SetModels, type WishedModels } from './models.js';
import { configText, defaultsText, lines, schemaLine } from './new-prompt.js';
import {
  ignoredPackages,
  ignoredRuns,
  ignores,
  mergedFiles,
  type NeededLines,
  placeWorkflow,
  repositoryOf,
  sameLineEnds,
  type WorkflowNeeds,
  withLines,
  workflowFile,
  workflowNeeds,
  workflowText,
} from './repository-files.js';

export interface InitOptions extends RequestedModels {
  readonly user: User;
  readonly version: string;
}

interface InitReport extends ChosenModels {
  readonly files: readonly Placed[];
  /** False for a library whose prompts have models of their own and no eva.yml, which could change them. */
  readonly hasConfig: boolean;
  /** The models that most prompts of the library set, for a library without an eva.yml. */
  readonly promptModels: SetModels;
  /** What the workflow needs before it can call a model; null without a workflow. */
  readonly workflowNeeds: WorkflowNeeds | null;
  /** True if editors find the schemas of new files. */
  readonly hasSchemas: boolean;
  readonly sample: SampleOutcome;
  /** True if the servers and programs of eva.yml are trusted; null if it names none. */
  readonly isTrusted: boolean | null;
}

/**
 * Makes a library of a directory. Creates what is missing and changes no file that is there, except for lines at the end of .gitignore and
 * .gitattributes. Each file is written whole, and a second call completes what a first one left out. Returns null if another process made
 * an eva.yml since the place was inspected: its models may be others. Throws EVA_EXISTS if an eva.yml names other models.
 */
export async function initLibrary(place: LibraryPlace, options: InitOptions): Promise<InitReport | null> {
  const { root, hasPrompts, config } = place;
  const { choice, ci, version } = options;
  refuseModels(place, options);
  if (ci) isPresent(repositoryOf(root), workflowFile, 'file');
  onDisk('create', root, () => makeDirectories(root));
  removeHalfWritten(root, ci);
  const folders = needsPackagesIgnored(root) ? [ignoredPackages, ignoredRuns] : [ignoredRuns];
  const files = [
    placeLines(root, '.gitignore', folders),
    placeLines(root, '.gitattributes', [mergedFiles, sameLineEnds]),
  ];
  const addsConfig = config === null && !hasPrompts;
  const placed =
    addsConfig || config ? placeFile(root, 'eva.yml', configText(choice, schemaLine(root, 'eva-config'))) : null;
  if (addsConfig && placed?.outcome === 'kept') return null;
  if (placed) files.push(placed);
  const isTrusted = trustOf(root, options.user, placed?.outcome === 'created');
  if (ci) files.push(placeWorkflow(root, workflowText(root, { choice, version })));
  const sample = await placeSample(place, choice, files);
  const { start, model, judge } = choice;
  const hasSchemas = schemaLine(root, 'eval') !== '';
  return {
    start,
    model,
    judge,
    files,
    hasConfig: addsConfig || config !== null,
    promptModels: place.promptModels,
    workflowNeeds: ci ? workflowNeeds(choice) : null,
    hasSchemas,
    sample,
    isTrusted,
  };
}

/** Removes what a killed init left of writing its files. */
function removeHalfWritten(root: string, ci: boolean): void {
  const sample = join(root, 'prompts', sampleId);
  const files = ['.gitignore', '.gitattributes', 'eva.yml'].map((file) => join(root, file));
  if (ci) files.push(join(repositoryOf(root), workflowFile));
  removeTemporaries({ files: [...files, join(sample, 'recordings.jsonl')], folders: [sample] }, new Date());
}

/**
 * Returns whether the servers and programs of eva.yml are trusted; null if it names none. Trusts them if this command has just written the
 * file: its user has named the provider. Returns false if the trust of this user cannot be stored.
 */
function trustOf(root: string, user: User, isNew: boolean): boolean | null {
  const { programs } = readLibrary(root);
  if (programs.length === 0) return null;
  try {
    const store = openTrust(user, root);
    const all = isNew ? recordTrust(store, root, programs, new Date()) : store;
    return untrustedOf(programs, root, all).length === 0;
  } catch (error) {
    if (error instanceof EvaError) return false;
    throw error;
  }
}

/** Whether the sample prompt passes with its recordings; null if it was left out. */
type SampleOutcome = 'passes' | 'differs' | null;

/** Adds the sample prompt to a library without prompts, and the recordings that it lacks. */
async function placeSample(
  { root, hasPrompts, config }: LibraryPlace,
  { model, judge }: ChosenModels,
  files: Placed[],
): Promise<SampleOutcome> {
  const dir = `prompts/${sampleId}`;
  const needed = config && {
    ...(config.model === undefined && { model }),
    ...(config.judge === undefined && { judge }),
  };
  const texts = Object.entries(sampleFiles(schemaLine(join(root, dir), 'eval'), defaultsText(needed ?? {})));
  const isThere = isPresent(root, dir, 'directory');
  if (!isThere && hasPrompts) return null;
  const fill = (path: string) => {
    for (const [name, text] of texts) placeFile(path, name, text);
  };
  const isNew = !isThere && placePrompt(root, sampleId, fill);
  if (!isNew && !texts.every(([name, text]) => hasText(root, `${dir}/${name}`, text))) return null;
  files.push(...texts.map(([name]) => ({ file: `${dir}/${name}`, outcome: isNew ? 'created' : 'kept' }) as const));
  const file = `${dir}/recordings.jsonl`;
  if (isPresent(root, file, 'file')) {
    files.push({ file, outcome: 'kept' });
    return 'passes';
  }
  const passes = await recordSample(root);
  files.push({ file, outcome: 'created' });
  return passes ? 'passes' : 'differs';
}

/** The models of a new library, and how they were asked for. */
interface RequestedModels {
  readonly choice: ModelChoice;
  /** The flags that name models. */
  readonly wished: WishedModels;
  /** True to add a workflow for GitHub. */
  readonly ci: boolean;
}

/** Throws EVA_EXISTS if an eva.yml names other models than the command line, or if no file would get the models of the command line. */
function refuseModels({ config, hasPrompts }: LibraryPlace, { choice, wished, ci }: RequestedModels): void {
  const { provider, model, judge } = wished;
  const isNamed = [provider, model, judge].some((wish) => wish !== undefined);
  if (!isNamed) return;
  if (config === null) {
    const flags = [
      ...(provider === undefined || ci ? [] : ['--provider']),
      ...(model === undefined ? [] : ['--model']),
      ...(judge === undefined ? [] : ['--judge']),
    ];
    if (!hasPrompts || flags.length === 0) return;
    throw evaError(
      'EVA_EXISTS:prompts',
      `the prompts here name their models themselves: eva init would add no eva.yml, and ${listed(flags.map(short))} would change nothing`,
      {
        hint: `run eva init without ${listed(flags.map(short))}; for a new prompt: eva new ID ${flagWords('--model', choice.model)} ${flagWords('--judge', choice.judge)}`,
      },
    );
  }
  const isSet = (inFile: string | undefined, chosen: string, isWished: boolean) =>
    inFile === undefined ? !(hasPrompts && isWished) : inFile === chosen;
  const wanted = {
    ...(!isSet(config.model, choice.model, provider !== undefined || model !== undefined) && { model: choice.model }),
    ...(!isSet(config.judge, choice.judge, judge !== undefined) && { judge: choice.judge }),
  };
  if (Object.keys(wanted).length === 0) return;
  const { model: set = null, judge: judgeSet = null } = config;
  throw evaError(
    'EVA_EXISTS:models',
    `eva.yml exists and names ${set === null && judgeSet === null ? 'no model' : listed([...(set === null ? [] : [`the model ${short(set)}`]), ...(judgeSet === null ? [] : [`the judge ${short(judgeSet)}`])])}; eva init changes no eva.yml`,
    {
      hint: `to use other models, set in eva.yml ${listed([...(wanted.model === undefined ? [] : [`the model to ${short(wanted.model)}`]), ...(wanted.judge === undefined ? [] : [`the judge to ${short(wanted.judge)}`])].map(short))}, then run eva init without --provider, --model and --judge`,
    },
  );
}

const maxBytes = 1024 * 1024;

/** Appends the lines that a file of git lacks. Keeps every byte that it has. */
function placeLines(root: string, file: string, groups: readonly NeededLines[]): Placed {
  const path = join(root, file);
  const old = isPresent(root, file, 'file') ? readRegular(path, maxBytes) : null;
  const extended = groups.reduce(withLines, old ?? Buffer.alloc(0));
  if (extended === old) return { file, outcome: 'kept' };
  if (old !== null) {
    writeAtomically(path, extended);
    return { file, outcome: 'extended' };
  }
  const isNew = onDisk('create', path, () => createWhole(path, extended.toString('latin1'), 0o644));
  return isNew ? { file, outcome: 'created' } : placeLines(root, file, groups);
}

/** Returns true if npm installs packages in a directory, and no .gitignore ignores them, there or above it in the repository. */
function needsPackagesIgnored(root: string): boolean {
  if (!['package.json', 'node_modules'].some((name) => existsSync(join(root, name)))) return false;
  const top = repositoryOf(root);
  for (let dir = root; ; dir = dirname(dir)) {
    const isIgnored = ignores(textOf(join(dir, '.gitignore')), 'node_modules', dir !== root);
    if (isIgnored !== undefined || dir === top) return isIgnored !== true;
  }
}

/** Returns the text of a .gitignore; the empty string for a link or device, which git ignores too, and for a file that cannot be read. */
function textOf(path: string): string {
  try {
    if (lstatSync(path).isFile()) return readRegular(path, maxBytes)?.toString('latin1') ?? '';
  } catch {}
  return '';
}

/** A directory that is, or may become, a library. */
export interface LibraryPlace {
  /** The absolute path. */
  readonly root: string;
  /** True if prompts with cases are there. They keep their models: no eva.yml is added, and no sample. */
  readonly hasPrompts: boolean;
  /** The models of its eva.yml; null without an eva.yml. */
  readonly config: SetModels | null;
  /** The models that most of its prompts set. */
  readonly promptModels: SetModels;
}

/**
 * Looks at the directory of a new library. Throws EVA_USAGE for a file, EVA_EXISTS inside another library, EVA_ODD_FILE for a link in the
 * place of a file of eva, and the problems of an eva.yml that is there.
 */
export function inspectPlace(root: string): LibraryPlace {
  const existing = findUpwards(root, existsSync) ?? root;
  if (!isDirectory(existing))
    throw evaError('EVA_USAGE:start_directory', `${short(existing)} is a file, and a library is a folder`, {
      hint: 'name a folder, which may not exist yet: eva init DIR',
    });
  const real = realpathSync(existing);
  const above = findUpwards(existing === root ? dirname(real) : real, isLibrary);
  if (above !== null)
    throw evaError('EVA_EXISTS:library', `${short(root)} lies inside the library ${short(above)}`, {
      hint: 'add a prompt to that library: eva new ID',
    });
  for (const file of ['.gitignore', '.gitattributes', 'eva.yml']) isPresent(root, file, 'file');
  isPresent(root, `prompts/${sampleId}`, 'directory');
  const hasPrompts = holdsPrompts(root, (id) => isSample(root, id));
  return {
    root,
    hasPrompts,
    config: isPresent(root, 'eva.yml', 'file') ? libraryModels(root).set : null,
    promptModels: hasPrompts ? modelsOfPrompts(root) : {},
  };
}

/** Returns true for a directory with a `prompts/` that has cases, or that lies beside an eva.yml. */
function isLibrary(dir: string): boolean {
  return holdsPrompts(dir) || (isDirectory(join(dir, 'prompts')) && existsSync(join(dir, 'eva.yml')));
}

/** Returns true if `prompts/` has a prompt, other than the one that `isLeftOut`. */
function holdsPrompts(dir: string, isLeftOut: (id: string) => boolean = () => false): boolean {
  if (!isDirectory(join(dir, 'prompts'))) return false;
  const isPrompt = (id: string) => ['eval.yml', 'meta.yml'].some((file) => existsSync(join(dir, 'prompts', id, file)));
  return listPromptIds(dir).some((id) => !isLeftOut(id) && isPrompt(id));
}

/** The id of the prompt that `eva init` writes. */
const sampleId = 'hello';

const body = `Greet a customer of a bicycle shop in one or two sentences. Use the name, and write in the language of the message.
You do not know the state of any order.

Name: {{name}}
Message: {{message}}
`;

/** Returns the files of the sample prompt without its recordings. */
function sampleFiles(schema: string, defaults: readonly string[]): Readonly<Record<string, string>> {
  return { 'prompt.md': body, 'eval.yml': lines(schema, ...defaults, ...cases) };
}

/** Returns true if a prompt has the body of the sample prompt. */
function isSample(root: string, id: string): boolean {
  return id === sampleId && hasText(root, `prompts/${id}/prompt.md`, body);
}

const cases = [
  '# A case gives a value for each {{placeholder}} of prompt.md, and says how to tell a good reply.',
  '# recordings.jsonl has replies to these cases. People wrote them, no model: `eva eval hello --replay` plays them.',
  'cases:',
  '  - name: greets-by-name',
  '    inputs: { name: Ada, message: "Hello, is my bicycle ready?" }',
  '    assert: # checks are exact, and cost nothing',
  '      - contains: Ada',
  '      - max_chars: 400',
  '',
  '  - name: answers-in-german',
  '    inputs: { name: Karl, message: "Guten Tag, ist mein Fahrrad fertig?" }',
  '    assert:',
  '      - contains: Karl',
  "      - matches: '(?i)\\b(guten|hallo|danke|vielen)\\b' # a regular expression",
  '',
  '  - name: promises-nothing',
  '    inputs: { name: Grace, message: "Is my bicycle ready? I want to collect it at noon." }',
  '    # A rubric is for what no check can tell. The judge, a second model, scores the reply from 1 to 5; 4 is enough.',
  '    rubric: |',
  '      Score whether the greeting stays with what its writer can know, 1 to 5.',
  '      5: greets Grace, and says nothing about whether the bicycle is ready.',
  '      3: is vague, so that Grace could think that it is ready.',
  '      1: says that the bicycle is ready, or that it is not.',
];

const replies: Readonly<Record<string, string>> = {
  'greets-by-name': 'Hello Ada, thank you for your message! Let me look up your bicycle for you.',
  'answers-in-german': 'Guten Tag Karl, danke für Ihre Nachricht! Ich sehe gleich für Sie nach.',
  'promises-nothing': 'Hi Grace, thank you for asking! I will find out how far your bicycle is.',
};

const verdict = { reason: 'It greets Grace by name and claims nothing about the bicycle.', score: 5 };

/**
 * Writes recordings of the sample prompt: replies by hand, marked as synthetic, for the models that its files name. Returns false if a
 * case does not pass with them, because of other settings in eva.yml. Throws the problems of the files.
 */
async function recordSample(root: string): Promise<boolean> {
  const open = openPrompt(root, sampleId);
  const { result, replies: stored } = await runScripted(open, replyTo, '2026-11-23T00:00:00.000Z');
  const recorder = new RecordingWriter(open.prompt.dir, 'synthetic');
  for (const reply of stored) recorder.put(reply);
  recorder.save();
  return result.passed === result.total;
}

function replyTo({ role, case: name, request }: ModelCall): WrittenReply {
  if (role === 'subject') return { text: replies[name] ?? '', stop: 'end' };
  const { reason, score } = verdict;
  if (request.tool === undefined) return { text: `SCORE=${score} REASON=${reason}`, stop: 'end' };
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}
