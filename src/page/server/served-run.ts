import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '#model/case.js';
import { EvaError } from '#model/problem.js';
import type { RunPlan } from '#model/run/run.js';
import { type Score, scoresByTrial, type Trial } from '#model/run/trial.js';
import type { PlaceFlags } from '#report/stored/continuation.js';
import { storedReport } from '#report/stored/stored-report.js';
import { replyView } from '#report/view/case-view.js';
import type { RunLine } from '#report/view/runs-view.js';
import type { Reply, ReplyOutcome, View } from '#report/view/view.js';
import { onDisk } from '#store/files/regular-file.js';
import { largeDocument, noDocument } from '#store/run/run-document.js';
import { readPlan } from '#store/run/run-folder.js';
import { runDirOf } from '#store/run/run-names.js';
import { type SoughtTrials, seekTrials } from '#store/run/trial-log.js';
import { replyHead } from '../replies/reply-head.js';
import type { ReplyHead } from '../replies/reply-row.js';

export interface ServedRun {
  readonly run_id: string;
  readonly plan: RunPlan;
  readonly line: RunLine;
  readonly view: View;
  readonly head: ReplyHead;
  readonly cases: readonly ServedCase[];
  /** Its replies; null without `trials.jsonl`. */
  readonly sought: SoughtTrials | null;
  readonly close: () => void;
}

export interface ServedCase {
  /** Its trials in order, without texts, and their outcomes. Empty for a run without a result. */
  readonly trials: readonly Trial[];
  readonly marks: readonly ReplyOutcome[];
  readonly number: number;
  /** Returns a reply with the texts of a line of `trials.jsonl`, or what is known without it. */
  readonly replyOf: (at: number, line: { readonly trial: Trial; readonly scores: readonly Score[] } | null) => Reply;
}

interface Library {
  readonly root: string;
  readonly place: PlaceFlags;
}

/** The largest result that is read, in MiB: while one is read, nothing else is answered. */
const mostMiB = 2048;

/** Throws EVA_BAD_RUN if the result of a run is too large to show, EVA_DISK. */
export function refuseHuge(root: string, run_id: string): void {
  const file = 'result.json';
  const path = join(runDirOf(root, run_id), file);
  const size = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }))?.size ?? 0;
  if (size > mostMiB * 1024 * 1024) throw new EvaError([largeDocument(run_id, file, mostMiB)]);
}

/** Opens a stored run. Throws EVA_BAD_RUN if its plan cannot be read, or if its result is too large, EVA_DISK, EVA_ODD_FILE. */
export function openServedRun({ root, place }: Library, run_id: string): ServedRun {
  refuseHuge(root, run_id);
  const plan = readPlan(root, run_id);
  const run = { id: plan.id, variant: plan.variant?.variant ?? null, run_id };
  const report = storedReport({ root, place, arrangement: 'run', group: null, exitCode: 0, runs: [run] });
  const [reported] = report.runs();
  if (!reported) throw new EvaError([noDocument(run_id, 'plan.json', 'start')]);
  const { view, result, line } = reported;
  const head = replyHead([{ line, view }]);
  const planned = new Map(plan.cases.map((testCase, number) => [testCase.name, { testCase, number }]));
  const results = new Map(result?.cases.map((one) => [one.name, one]));
  const cases = view.cases.map(({ name, marks }): ServedCase => {
    const { trials = [], scores = [] } = results.get(name.raw) ?? {};
    const { testCase, number = -1 } = planned.get(name.raw) ?? {};
    return { trials, marks, number, replyOf: repliesOf({ trials, scores }, testCase, plan) };
  });
  const sought = seekTrials(runDirOf(root, run_id), plan.cases);
  return { run_id, plan, line, view, head, cases, sought, close: () => sought?.close() };
}

function repliesOf(
  { trials, scores }: { readonly trials: readonly Trial[]; readonly scores: readonly Score[] },
  testCase: Case | undefined,
  { body }: RunPlan,
): ServedCase['replyOf'] {
  let byTrial: ReturnType<typeof scoresByTrial> | undefined;
  return (at, line) => {
    if (line) return replyView(line.trial, line.scores, testCase, body);
    const trial = trials[at];
    if (!trial) throw new Error(`there is no trial ${at}`);
    byTrial ??= scoresByTrial(scores);
    return replyView(trial, byTrial.get(trial.index) ?? [], testCase, body);
  };
}

const mostRuns = 3;

interface CachedRun {
  readonly run: ServedRun;
  readonly stamp: string;
  users: number;
  isDropped: boolean;
}

/** Keeps the runs that were opened last, until their files change. */
export class RunCache {
  readonly #open: (run_id: string) => ServedRun;
  readonly #root: string;
  readonly #runs = new Map<string, CachedRun>();

  constructor(root: string, place: PlaceFlags) {
    this.#root = root;
    this.#open = (run_id) => openServedRun({ root, place }, run_id);
  }

  /** Calls `work` with a run, whose files stay open until it has ended. Throws as `openRun` does. */
  async use<T>(run_id: string, work: (run: ServedRun) => T | Promise<T>): Promise<T> {
    const cached = this.#cached(run_id);
    cached.users += 1;
    try {
      return await work(cached.run);
    } finally {
      cached.users -= 1;
      if (cached.isDropped && cached.users === 0) cached.run.close();
    }
  }

  #cached(run_id: string): CachedRun {
    const stamp = stampOf(runDirOf(this.#root, run_id));
    const known = this.#runs.get(run_id);
    if (known) this.#runs.delete(run_id);
    if (known && known.stamp !== stamp) this.#drop(known);
    const cached = known?.stamp === stamp ? known : { run: this.#open(run_id), stamp, users: 0, isDropped: false };
    this.#runs.set(run_id, cached);
    const [oldest] = this.#runs;
    if (oldest && this.#runs.size > mostRuns) {
      this.#runs.delete(oldest[0]);
      this.#drop(oldest[1]);
    }
    return cached;
  }

  #drop(cached: CachedRun): void {
    cached.isDropped = true;
    if (cached.users === 0) cached.run.close();
  }
}

/** Returns what changes when the plan or the result of a run is written, or its trials are written anew. */
function stampOf(dir: string): string {
  const stats = ['plan.json', 'result.json', 'trials.jsonl'].map((file) =>
    lstatSync(join(dir, file), { throwIfNoEntry: false }),
  );
  return stats.map((one, at) => (one ? `${one.ino} ${at === 2 ? '' : one.mtimeMs}` : '')).join(' ');
}
