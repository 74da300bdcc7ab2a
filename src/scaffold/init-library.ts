import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { findUpwards, isDirectory } from '#library/root.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { openTrust, recordTrust, type User, untrustedOf } from '#lifecycle/trust/trust.js';
import { onDisk } from '#store/files/disk-error.js';
import { makeDirectories, readRegular } from '#store/files/regular-file.js';
import type { ModelChoice, SetModels, WishedModels } from './choose-models.js';
import { ignored, merged } from './git-lines.js';
import { libraryModels, modelsOfPrompts } from './library-models.js';
import { isPresent, type Placed, placeFile, placeLines, placePrompt } from './placing.js';
import { recordSample, sampleFiles, sampleId } from './sample-prompt.js';
import { schemaLine } from './schema-line.js';
import { type ChosenModels, configText, defaultsText } from './texts.js';
import { repositoryOf, type WorkflowNeeds, workflowNeeds, workflowText } from './workflow.js';

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
  if (!isDirectory(existing)) throw new EvaError([problem('EVA_USAGE:start_directory', { dir: existing })]);
  const real = realpathSync(existing);
  const above = findUpwards(existing === root ? dirname(real) : real, isLibrary);
  if (above !== null) throw new EvaError([problem('EVA_EXISTS:library', { dir: root, library: above })]);
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

/** Returns true if a prompt has the body of the sample prompt. */
function isSample(root: string, id: string): boolean {
  const [[file, text] = ['', '']] = Object.entries(sampleFiles('', []));
  return id === sampleId && hasText(root, `prompts/${id}/${file}`, text);
}

/** What `eva init` is asked to do. */
export interface InitOptions {
  readonly choice: ModelChoice;
  /** The flags that name models. */
  readonly wished: WishedModels;
  /** True to add a workflow for GitHub. */
  readonly ci: boolean;
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
  /** Whether the sample prompt passes with its recordings; null if it was left out. */
  readonly sample: 'passes' | 'differs' | null;
  /** True if the servers and programs of eva.yml are trusted; null if it names none. */
  readonly isTrusted: boolean | null;
}

/**
 * Makes a library of a directory. Creates what is missing and changes no file that is there, except for lines at the end of .gitignore and
 * .gitattributes. Each file is written whole, and a second call completes what a first one left out. Throws EVA_EXISTS if an eva.yml names
 * other models.
 */
export async function initLibrary(place: LibraryPlace, options: InitOptions): Promise<InitReport> {
  const { root, hasPrompts, config } = place;
  const { choice, ci, version } = options;
  requireEffect(place, options);
  if (ci) isPresent(repositoryOf(root), workflowFile, 'file');
  onDisk('create', root, () => makeDirectories(root));
  const files = [placeLines(root, ignored), placeLines(root, merged)];
  const addsConfig = config === null && !hasPrompts;
  if (addsConfig || config) files.push(placeFile(root, 'eva.yml', configText(choice, schemaLine(root, 'eva-config'))));
  const isTrusted = trustOf(
    root,
    options.user,
    files.some(({ file, outcome }) => file === 'eva.yml' && outcome === 'created'),
  );
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

/** Throws EVA_EXISTS if an eva.yml names other models than the command line, or if no file would get the models of the command line. */
function requireEffect({ config, hasPrompts }: LibraryPlace, { choice, wished, ci }: InitOptions): void {
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
    throw new EvaError([problem('EVA_EXISTS:prompts', { flags, model: choice.model, judge: choice.judge })]);
  }
  const isSet = (inFile: string | undefined, chosen: string, isWished: boolean) =>
    inFile === undefined ? !(hasPrompts && isWished) : inFile === chosen;
  const wanted = {
    ...(!isSet(config.model, choice.model, provider !== undefined || model !== undefined) && { model: choice.model }),
    ...(!isSet(config.judge, choice.judge, judge !== undefined) && { judge: choice.judge }),
  };
  if (Object.keys(wanted).length === 0) return;
  const { model: set = null, judge: judgeSet = null } = config;
  throw new EvaError([problem('EVA_EXISTS:models', { model: set, judge: judgeSet, wanted })]);
}

const workflowFile = '.github/workflows/eva.yml';

/** Writes the workflow into the repository, whose root may be above the library. */
function placeWorkflow(root: string, text: string): Placed {
  const repository = repositoryOf(root);
  const { file, outcome } = placeFile(repository, workflowFile, text);
  return { file: relative(root, join(repository, file)), outcome };
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

/** Adds the sample prompt to a library without prompts, and the recordings that it lacks. */
async function placeSample(
  { root, hasPrompts, config }: LibraryPlace,
  { model, judge }: ChosenModels,
  files: Placed[],
): Promise<InitReport['sample']> {
  const dir = `prompts/${sampleId}`;
  const needed = config && {
    ...(config.model === undefined && { model }),
    ...(config.judge === undefined && { judge }),
  };
  const texts = Object.entries(sampleFiles(schemaLine(join(root, dir), 'eval'), defaultsText(needed ?? {})));
  const isThere = isPresent(root, dir, 'directory');
  if (isThere && !texts.every(([name, text]) => hasText(root, `${dir}/${name}`, text))) return null;
  if (!isThere && hasPrompts) return null;
  if (!isThere) {
    placePrompt(root, sampleId, (path) => {
      for (const [name, text] of texts) placeFile(path, name, text);
    });
  }
  files.push(...texts.map(([name]) => ({ file: `${dir}/${name}`, outcome: isThere ? 'kept' : 'created' }) as const));
  const file = `${dir}/recordings.jsonl`;
  if (isPresent(root, file, 'file')) {
    files.push({ file, outcome: 'kept' });
    return 'passes';
  }
  const passes = await recordSample(root);
  files.push({ file, outcome: 'created' });
  return passes ? 'passes' : 'differs';
}

function hasText(root: string, file: string, text: string): boolean {
  return isPresent(root, file, 'file') && readRegular(join(root, file), maxBytes)?.toString('utf8') === text;
}

const maxBytes = 1024 * 1024;
