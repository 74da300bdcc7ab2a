import type { Gate, VariantFiles } from '#gate/gate.js';
import { decideGates } from '#gate/gates.js';
import type { Case } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { AttemptBegin, AttemptEnd, AttemptLine } from '#model/run/attempt.js';
import type { Evidence, EvidenceDigests, RunRow } from '#model/run/run.js';
import type { ComparedInput } from '#run/compare/open-versions.js';
import type { BadLine } from '#store/files/jsonl.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import type { UsageRow } from '#store/logs/prompt-logs.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { attemptBegin, attemptEnd } from '../support/attempt-lines.js';
import { caseWith, promptWith } from '../support/prompt.js';
import { runRow } from '../support/run-row.js';

export const evidenceNow: EvidenceDigests = attemptBegin().evidence;

export const good = runRow().evidence;

const now = new Date('2026-01-20T12:00:00.000Z');

/** The input of gates. */
export interface World {
  readonly prompt?: Partial<Prompt>;
  readonly cases?: readonly Case[];
  readonly folders?: readonly KeptRun[];
  /** Further runs with a folder, besides `folders`. */
  readonly folderNames?: readonly string[];
  /** Lines of .attempts.jsonl; by default the lines of `runs`. */
  readonly attempts?: readonly AttemptLine[];
  readonly problems?: readonly Problem[];
  readonly evidenceNow?: EvidenceDigests | null;
  /** One row for each line, from line 1. */
  readonly runs?: readonly object[];
  readonly bad?: readonly BadLine[];
  readonly usage?: readonly UsageRow[];
  /** What `compare:` asks for, and the known comparisons. */
  readonly compared?: ComparedInput;
  readonly variants?: readonly VariantFiles[];
  readonly now?: Date;
}

export const cases = [caseWith('one', []), caseWith('two', [])];

/** Returns the gates of a prompt, with status tested by default. */
export function gatesOf(world: World): readonly Gate[] {
  const rows = (world.runs ?? [runRow()]).map((value, index) => ({ line: index + 1, value: value as LoggedRow }));
  const usage = (world.usage ?? uses(10, {})).map((value, index) => ({ line: index + 1, value }));
  const attempts = world.attempts ?? rows.flatMap(({ value }) => linesOfRow(value));
  return decideGates({
    prompt: promptWith({ promotion: {}, ...world.prompt }),
    cases: world.cases ?? cases,
    evidenceNow: world.evidenceNow === undefined ? evidenceNow : world.evidenceNow,
    runs: { rows, bad: world.bad ?? [] },
    folders: world.folders ?? [],
    folderNames: new Set([...(world.folderNames ?? []), ...(world.folders ?? []).map(({ run_id }) => run_id)]),
    attempts: { rows: attempts.map((value) => ({ line: 1, value })), bad: [] },
    problems: () => world.problems ?? [],
    promotions: { rows: [], bad: [] },
    usage: { rows: usage, bad: [] },
    now: world.now ?? now,
    ...(world.compared && { compared: world.compared }),
    ...(world.variants && { variants: world.variants }),
  });
}

/** Makes both lines of an attempt on these files. */
export function lines(
  run_id: string,
  begin: Partial<AttemptBegin>,
  end: Partial<AttemptEnd> = {},
): readonly AttemptLine[] {
  const part = { run_id, ts: '2026-01-10T11:00:00.000Z', ...begin };
  return [attemptBegin(part), attemptEnd({ ...part, event: 'end', ...end })];
}

/** Makes the lines of a row's run, if it recorded any. */
function linesOfRow({ run_id, id, evidence, partial, all_passed, try: number }: LoggedRow): readonly AttemptLine[] {
  if (typeof run_id !== 'string' || typeof id !== 'string' || !evidence || number === undefined) return [];
  const { prompt, cases, judge, models } = evidence as EvidenceDigests;
  const begin = { id, kind: partial ? 'partial' : 'full', evidence: { prompt, cases, judge, models } } as const;
  return lines(run_id, begin, all_passed ? {} : { outcome: 'failed', red: true });
}

/** Returns the unmet gates with their messages. */
export function unmetOf(world: World): readonly (readonly [string, string])[] {
  return gatesOf(world)
    .filter((gate) => !gate.met)
    .map((gate) => [gate.gate, gate.message] as const);
}

/** Makes usage rows. */
export function uses(count: number, part: Partial<UsageRow>): readonly UsageRow[] {
  return Array.from({ length: count }, () => ({ sent: true, verified: true, prompt: sha256('<task/>'), ...part }));
}

/** Makes a green row with other evidence. */
export const withEvidence = (part: Partial<Evidence>): RunRow => runRow({ evidence: { ...good, ...part } });

/** Makes a red row. */
export const red = (part: Partial<RunRow> = {}) =>
  runRow({ all_passed: false, passed: 1, failed_cases: ['one'], run_id: 'red-run', ...part });

/** Makes the folder of a red run on these files that finished before the row's run. */
export const keptRun = (part: Partial<KeptRun> = {}): KeptRun => ({
  run_id: 'kept',
  id: 'diff',
  ts: '2026-01-10T11:00:00.000Z',
  state: 'finished',
  all_passed: false,
  partial: false,
  isShard: false,
  isLook: false,
  synthetic: false,
  evidence: evidenceNow,
  ...part,
});
