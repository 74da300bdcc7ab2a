import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { openTrust, recordTrust, type User, untrustedOf } from '#lifecycle/trust/trust.js';
import { isObject } from '#model/data/json.js';
import { onDisk } from '#store/files/disk-error.js';
import { makeDirectories, readRegular } from '#store/files/regular-file.js';
import type { ModelChoice, SetModels } from './choose-models.js';
import { ignored, merged } from './git-lines.js';
import { isPresent, type Placed, placeFile, placeLines, placePrompt } from './placing.js';
import { recordSample, sampleFiles, sampleId } from './sample-prompt.js';
import { schemaLine } from './schema-line.js';
import { type ChosenModels, configText, defaultsText } from './texts.js';
import { repositoryOf, workflowText } from './workflow.js';

/** A directory that is, or may become, a library. */
export interface LibraryPlace {
  /** The absolute path. */
  readonly root: string;
  /** True if prompts with cases are there. They keep their models: no eva.yml is added, and no sample. */
  readonly hasPrompts: boolean;
  /** The models of its eva.yml; null without an eva.yml. */
  readonly config: SetModels | null;
}

/**
 * Looks at the directory of a new library. Throws EVA_USAGE for a file, EVA_EXISTS inside another library, EVA_ODD_FILE for a link in the
 * place of a file of eva, and the problems of an eva.yml that is there.
 */
export function inspectPlace(root: string): LibraryPlace {
  const existing = nearestExisting(root);
  if (!isDirectory(existing)) throw new EvaError([problem('EVA_USAGE:start_directory', { dir: existing })]);
  const real = realpathSync(existing);
  const above = libraryAbove(existing === root ? dirname(real) : real);
  if (above !== null) throw new EvaError([problem('EVA_EXISTS:library', { dir: root, library: above })]);
  for (const file of ['.gitignore', '.gitattributes', 'eva.yml']) isPresent(root, file, 'file');
  isPresent(root, `prompts/${sampleId}`, 'directory');
  return {
    root,
    hasPrompts: holdsPrompts(root, (id) => isSample(root, id)),
    config: isPresent(root, 'eva.yml', 'file') ? setModels(root) : null,
  };
}

/** Returns a path, or the nearest above it that exists. */
function nearestExisting(path: string): string {
  return existsSync(path) || path === dirname(path) ? path : nearestExisting(dirname(path));
}

/** Returns the nearest library, from a directory upwards: a `prompts/` with cases, or beside an eva.yml. */
function libraryAbove(dir: string): string | null {
  if (holdsPrompts(dir) || (isDirectory(join(dir, 'prompts')) && existsSync(join(dir, 'eva.yml')))) return dir;
  return dir === dirname(dir) ? null : libraryAbove(dirname(dir));
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

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Returns the models in the `defaults` of eva.yml. Throws the problems of the file. */
export function setModels(root: string): SetModels {
  const { config, problems } = readLibrary(root);
  if (!config) throw new EvaError(problems);
  const document = config.defaults?.value;
  const defaults = isObject(document) && isObject(document['defaults']) ? document['defaults'] : {};
  const judge = isObject(defaults['judge']) ? defaults['judge']['model'] : undefined;
  const { model } = defaults;
  return { ...(typeof model === 'string' && { model }), ...(typeof judge === 'string' && { judge }) };
}

/** What `eva init` is asked to do. */
export interface InitOptions {
  readonly choice: ModelChoice;
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
  requireSame(config, choice);
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
  if (ci) files.push(placeWorkflow(root, workflowText(root, { start: choice.start, version })));
  const sample = await placeSample(place, choice, files);
  const { start, model, judge } = choice;
  const hasSchemas = schemaLine(root, 'eval') !== '';
  return { start, model, judge, files, hasConfig: addsConfig || config !== null, hasSchemas, sample, isTrusted };
}

/** Throws if an existing eva.yml names other models than those that the command line names. */
function requireSame(config: SetModels | null, { reason, model, judge }: ModelChoice): void {
  const isSame = (config?.model ?? model) === model && (config?.judge ?? judge) === judge;
  if (reason !== 'named' || isSame) return;
  throw new EvaError([problem('EVA_EXISTS:models', { model: config?.model ?? null, judge: config?.judge ?? null })]);
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
