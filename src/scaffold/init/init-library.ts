import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { openTrust, recordTrust, type User, untrustedOf } from '#lifecycle/trust/trust.js';
import { flagWords, listed, short } from '#model/text/quoted.js';
import { createWhole, writeAtomically } from '#store/files/atomic-write.js';
import { onDisk } from '#store/files/disk-error.js';
import { makeDirectories, readRegular } from '#store/files/regular-file.js';
import { removeTemporaries } from '#store/trash.js';
import type { ModelChoice, SetModels, WishedModels } from '../choose-models.js';
import { hasText, isPresent, type Placed, placeFile, placePrompt } from '../placing.js';
import { schemaLine } from '../schema-line.js';
import { type ChosenModels, configText, defaultsText } from '../texts.js';
import {
  ignoredPackages,
  ignoredRuns,
  ignores,
  merged,
  type NeededLines,
  sameLineEnds,
  withLines,
} from './git-lines.js';
import type { LibraryPlace } from './inspect-place.js';
import { recordSample, sampleFiles, sampleId } from './sample-prompt.js';
import {
  placeWorkflow,
  repositoryOf,
  type WorkflowNeeds,
  workflowFile,
  workflowNeeds,
  workflowText,
} from './workflow.js';

/** What `eva init` is asked to do. */
export interface InitOptions extends RequestedModels {
  readonly user: User;
  readonly version: string;
}

/** What `eva init` did. */
export interface InitReport extends ChosenModels {
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
  const files = [...placeGitLines(root)];
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
  const isNamed = [provider, model, judge].some((one) => one !== undefined);
  if (!isNamed) return;
  if (config === null) {
    const flags = [
      ...(provider === undefined || ci ? [] : ['--provider']),
      ...(model === undefined ? [] : ['--model']),
      ...(judge === undefined ? [] : ['--judge']),
    ];
    if (!hasPrompts || flags.length === 0) return;
    throw new EvaError([
      problem(
        'EVA_EXISTS:prompts',
        `the prompts here name their models themselves: eva init would add no eva.yml, and ${listed(flags.map(short))} would change nothing`,
        {
          hint: `run eva init without ${listed(flags.map(short))}; for a new prompt: eva new ID ${flagWords('--model', choice.model)} ${flagWords('--judge', choice.judge)}`,
        },
      ),
    ]);
  }
  const isSet = (inFile: string | undefined, chosen: string, isWished: boolean) =>
    inFile === undefined ? !(hasPrompts && isWished) : inFile === chosen;
  const wanted = {
    ...(!isSet(config.model, choice.model, provider !== undefined || model !== undefined) && { model: choice.model }),
    ...(!isSet(config.judge, choice.judge, judge !== undefined) && { judge: choice.judge }),
  };
  if (Object.keys(wanted).length === 0) return;
  const { model: set = null, judge: judgeSet = null } = config;
  throw new EvaError([
    problem(
      'EVA_EXISTS:models',
      `eva.yml exists and names ${set === null && judgeSet === null ? 'no model' : listed([...(set === null ? [] : [`the model ${short(set)}`]), ...(judgeSet === null ? [] : [`the judge ${short(judgeSet)}`])])}; eva init changes no eva.yml`,
      {
        hint: `to use other models, set in eva.yml ${listed([...(wanted.model === undefined ? [] : [`the model to ${short(wanted.model)}`]), ...(wanted.judge === undefined ? [] : [`the judge to ${short(wanted.judge)}`])].map(short))}, then run eva init without --provider, --model and --judge`,
      },
    ),
  ]);
}

const maxBytes = 1024 * 1024;

/** Appends the lines that .gitignore and .gitattributes of a library lack. Keeps every byte that they have. */
function placeGitLines(root: string): readonly Placed[] {
  const folders = needsPackagesIgnored(root) ? [ignoredPackages, ignoredRuns] : [ignoredRuns];
  return [placeLines(root, '.gitignore', folders), placeLines(root, '.gitattributes', [merged, sameLineEnds])];
}

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
