import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { frozenLevels, loadRubricsFile, type NewRubric, newEntries, textWithRubrics } from '#library/prompt/rubrics.js';
import { maxYamlBytes, readText } from '#library/source/read-file.js';
import type { Case } from '#model/case.js';
import { EvaError, evaError, hasErrors } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { FrozenRubric, FrozenRubrics } from '#model/rubric.js';
import type { Notify } from '#model/run/notice.js';
import { routeTo } from '#provider/model-name.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { makeDirectories, onDisk } from '#store/files/regular-file.js';
import { withLock } from '#store/locks.js';
import {
  missingRubrics,
  type RubricDeps,
  type WrittenRubrics,
  withRubrics,
  writeRubrics,
} from '../collect/write-rubrics.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { requireTrust } from '../prompt/require-trusted.js';
import type { RunDeps } from '../run.js';
import type { RunControl } from '../session/ends.js';
import { endsWithin } from '../session/ends.js';
import type { RunOptions } from '../session/run-options.js';
import { decideLiveness, routesTo } from './liveness.js';
import { askWith, memoryStore, noPlaces, silenceNotice, worldOf } from './reply-places.js';

interface CompletePrompt {
  readonly open: OpenPrompt;
  /** The replies that wrote the rubrics, for the totals of the run. */
  readonly before: NonNullable<RunDeps['before']>;
}

/**
 * Asks the judge to write the missing rubrics of the planned cases, saves them in rubrics.yml, and reads the prompt again, so
 * that its evidence includes them. Throws EVA_NO_RUBRIC if one could not be written; the others are saved anyway.
 */
export async function completeRubrics(
  open: OpenPrompt,
  deps: RubricDeps,
  reopen: () => OpenPrompt,
  notify: Notify,
): Promise<CompletePrompt> {
  if (missingRubrics(open.plan.cases).length === 0) return { open, before: [] };
  const { written, replies, failure } = await writeRubrics(open.plan.cases, deps);
  if (written.length > 0) {
    const file = rubricsFileOf(open);
    addRubrics(file, written);
    notify({ event: 'rubrics_written', count: written.length, file: file.name });
  }
  if (failure) throw failure.error;
  const complete = reopen();
  const [left] = missingRubrics(complete.plan.cases);
  if (!left) return { open: complete, before: replies };
  throw evaError('EVA_NO_RUBRIC:changed', 'eval.yml was changed while its rubrics were written', {
    hint: 'run it again',
    at: left.at,
  });
}

/** A file of rubrics: its absolute path, and its name in problems. */
interface RubricFile {
  readonly path: string;
  readonly name: string;
}

/** Returns the rubrics.yml of a prompt. */
function rubricsFileOf({ root, cases_id }: OpenPrompt): RubricFile {
  const name = `prompts/${cases_id}/rubrics.yml`;
  return { path: join(root, name), name };
}

/**
 * Adds rubrics to a file and keeps the rest of its text. Skips rubrics that another process has added in the meantime. Throws `EvaError` if the
 * file cannot be read or written; it then stays unchanged.
 */
function addRubrics({ path, name }: RubricFile, rubrics: readonly NewRubric[]): void {
  onDisk('create', dirname(path), () => makeDirectories(dirname(path)));
  withLock(path, () => {
    const { value, problems } = readText(path, name, maxYamlBytes);
    if (value === null && problems[0]?.code !== 'EVA_NO_FILE') throw new EvaError(problems);
    const text = textWithRubrics(value, name, rubrics, new Date());
    if (text !== null) writeAtomically(path, text);
  });
}

/** Lists the replies in a journal that wrote rubrics, with their models. */
export function rubricReplies(
  replies: Iterable<StoredReply>,
): readonly { readonly stored: StoredReply; readonly model: string }[] {
  const found: { readonly stored: StoredReply; readonly model: string }[] = [];
  for (const stored of replies) {
    if (stored.role === 'rubric' && stored.model !== undefined) found.push({ stored, model: stored.model });
  }
  return found;
}

interface Filled {
  readonly cases: readonly Case[];
  readonly replies: WrittenRubrics['replies'];
}

type Write = (cases: readonly Case[]) => Promise<WrittenRubrics>;

/**
 * Stores written rubrics in a file, or in memory if the file is null. Each rubric is written once, even if several evaluations
 * need it at the same time.
 */
export class RubricStore {
  readonly #file: RubricFile | null;
  readonly #written: FrozenRubric[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: RubricFile | null) {
    this.#file = file;
  }

  /** Returns the stored rubrics. Throws `EvaError` with the problems of the file. */
  read(): FrozenRubrics {
    if (this.#file === null) return this.#written;
    const { value, problems } = loadRubricsFile(this.#file.path);
    if (!value || hasErrors(problems)) throw new EvaError(problems);
    return value;
  }

  /**
   * Returns the cases with all their rubrics. Missing ones are written first, by one evaluation at a time. Throws the signal's
   * reason as soon as it is aborted, also while another evaluation writes.
   */
  fill(cases: readonly Case[], write: Write, signal: AbortSignal): Promise<Filled> {
    const filled = this.#last.then(() => this.#fill(cases, write));
    this.#last = filled.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      void filled.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
    });
  }

  async #fill(cases: readonly Case[], write: Write): Promise<Filled> {
    const known = this.#filled(cases);
    if (missingRubrics(known).length === 0) return { cases: known, replies: [] };
    const { written, replies, failure } = await write(known);
    if (this.#file && written.length > 0) addRubrics(this.#file, written);
    if (!this.#file) this.#written.push(...newEntries(this.#written, written, new Date()));
    if (failure) throw failure.error;
    return { cases: this.#filled(known), replies };
  }

  #filled(cases: readonly Case[]): readonly Case[] {
    const rubrics = this.read();
    const knownRubrics = missingRubrics(cases).flatMap(({ text, judge: { scale } }) => {
      const levels = frozenLevels(rubrics, text, scale);
      return levels ? [{ text, scale, levels }] : [];
    });
    return withRubrics(cases, knownRubrics);
  }
}

type RubricOptions = Pick<RunOptions, 'env' | 'user' | 'trust'>;

/**
 * Asks the judge to write the missing rubrics of a prompt, saves them, and returns the prompt as read again by `reopen`. Throws
 * EVA_NO_RUBRIC, EVA_NO_KEY, EVA_NOT_TRUSTED, and the reason of `stop`.
 */
export async function writeMissingRubrics(
  open: OpenPrompt,
  reopen: () => OpenPrompt,
  options: RubricOptions,
  control: RunControl,
): Promise<OpenPrompt> {
  const asked = open.programs.filter(({ kind }) => kind === 'provider' || kind === 'base_url');
  requireTrust(asked, open, options);
  const deps = rubricDeps(open, options.env, control);
  return (await completeRubrics(open, deps, reopen, control.onEvent)).open;
}

/** Makes the dependencies for writing rubrics. Rubrics belong to no run, so their replies stay in memory. */
function rubricDeps(open: OpenPrompt, env: RunOptions['env'], control: RunControl) {
  const notify: Notify = control.onEvent;
  const ends = endsWithin(control);
  const models = missingRubrics(open.plan.cases).map(({ judge }) => judge.model);
  const liveness = decideLiveness(routesTo(models, open.config), false, { env, open }, false);
  const lanes = new ProviderLanes({ ...worldOf(open, env), onSilence: silenceNotice(notify) });
  return {
    ask: askWith(noPlaces, memoryStore(), { open, liveness, env, ends }, { lanes }),
    route: (model: string) => routeTo(model, open.config.providers),
    nonce: () => randomBytes(16).toString('hex'),
    abort: ends.abort,
  };
}
