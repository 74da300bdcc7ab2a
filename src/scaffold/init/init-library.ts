import { join } from 'node:path';
import { EvaError } from '#errors/index.js';
import { readLibrary } from '#lifecycle/read-prompt.js';
import { openTrust, recordTrust, type User, untrustedOf } from '#lifecycle/trust/trust.js';
import { onDisk } from '#store/files/disk-error.js';
import { makeDirectories } from '#store/files/regular-file.js';
import { removeTemporaries } from '#store/trash.js';
import type { SetModels } from '../choose-models.js';
import { isPresent, type Placed, placeFile } from '../placing.js';
import { schemaLine } from '../schema-line.js';
import { type ChosenModels, configText } from '../texts.js';
import type { LibraryPlace } from './inspect-place.js';
import { placeGitLines } from './place-git-lines.js';
import { placeSample, type SampleOutcome } from './place-sample.js';
import { type RequestedModels, refuseModels } from './refuse-models.js';
import { sampleId } from './sample-prompt.js';
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
