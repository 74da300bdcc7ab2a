import { modelUnderTest } from '#model/case.js';
import { isPassable } from '#model/run/outlook.js';
import { type CaseResult, isOnlyLook, type RunPlan, type RunResult } from '#model/run/run.js';
import { shellWord } from '#model/text/quoted.js';
import { judgesOf } from '#run/plan/evidence.js';
import { caseView } from './case-view.js';
import type { DatasetVersion } from './dataset-view.js';
import { withCommands } from './dataset-view-of.js';
import { factsOfRun } from './facts.js';
import type { PathsOf } from './figures.js';
import { gapOfClaim, gapOfSlice, worstReasons } from './reasons.js';
import { runSentence } from './run-sentence.js';
import {
  type CaseView,
  type ContinuationNeed,
  type Counts,
  type Fact,
  type Next,
  type TriggeringFacts,
  text,
  type View,
  type ViewFlag,
  type ViewOutcome,
  viewSchema,
} from './view.js';

export interface RunEnding {
  readonly exitCode: number;
  /** The path of the log with the run's row; null if no row was written. */
  readonly rowPath: string | null;
  /** True if recording the replies failed. */
  readonly isUnrecorded?: boolean;
  /** The command that shows the run again; default `eva report`. null for a run that nobody keeps. */
  readonly report?: string | null;
  /** The command with which people label its answers; default `eva label`. */
  readonly label?: string;
  /** The command that joins a shard with the others; default `eva merge .eva/runs`. */
  readonly merge?: string;
  /** How to get the missing replies; null if none is missing, or if no command can get them. */
  readonly continuation?: Continuation | null;
  /** Why the run is not enough for `ready` although it passed, and what helps; null if nothing is known against it. */
  readonly notReady?: string | null;
  /** Whether the files still are those that were evaluated; absent if they were not compared. */
  readonly evidence?: 'fresh' | 'stale' | undefined;
  readonly pathsOf?: PathsOf;
  /** For cases on data sets by name: which version of the prompt this is among those decided on the same items. */
  readonly versions?: ReadonlyMap<string, DatasetVersion>;
}

export interface Continuation {
  readonly needs: ContinuationNeed;
  readonly keepsReplies: boolean;
  readonly command: string;
}

export function viewOf(result: RunResult, plan: RunPlan, ending: RunEnding): View {
  const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
  const run = { id: result.id, isShard: result.shard !== null, body: plan.body, pathsOf: ending.pathsOf };
  const isOpen = ({ ended_by }: CaseResult) => Number(ended_by !== undefined);
  const cases = sorted(
    result.cases
      .toSorted((a, b) => isOpen(a) - isOpen(b))
      .map((one) => withDatasetCommands(caseView(one, planned.get(one.name), run), result, ending)),
  );
  const counts = replyCounts(cases);
  const outcome = outcomeOfRun(result, counts);
  const flags = flagsOf(result, plan, ending);
  const { shard, waits_for: labels = 0, ended_by } = result;
  const said = { outcome, counts, flags, cases, shard, labels, ended_by };
  return {
    schema: viewSchema,
    kind: 'run',
    title: text(result.id),
    run_id: text(result.run_id),
    started_at: result.ts,
    outcome,
    sentence: text(runSentence(said)),
    reasons: worstReasons(cases),
    flags,
    counts,
    facts: [
      ...factsOfRun(
        result,
        [...new Set(plan.cases.flatMap(({ subject }) => modelUnderTest(subject)?.model ?? []))],
        ending.rowPath,
      ),
      ...variantFact(plan),
      ...notReadyFact(ending),
      ...evidenceFacts(result, plan, ending.evidence),
    ],
    cases,
    triggering: triggeringOf(result, plan),
    shard,
    exit_code: ending.exitCode,
    next: nextOf(result, cases, ending),
  };
}

function withDatasetCommands(
  one: CaseView,
  { cases }: RunResult,
  { report = 'eva report', versions }: RunEnding,
): CaseView {
  if (!one.dataset || report === null) return one;
  const name = one.name.raw;
  const command = { report, caseName: cases.length > 1 ? name : null };
  return { ...one, dataset: withCommands(one.dataset, command, versions?.get(name)) };
}

function outcomeOfRun(result: RunResult, { failed, inconclusive }: Counts): ViewOutcome {
  const { state, shard, all_passed } = result;
  if (isOnlyLook(result)) return 'shown';
  if (state === 'unfinished') return 'unfinished';
  if (shard !== null) return 'collected';
  if (all_passed) return 'passed';
  return failed === 0 && inconclusive > 0 ? 'inconclusive' : 'failed';
}

function nextOf(
  { shard, state, waits_for }: RunResult,
  cases: readonly CaseView[],
  { continuation, report = 'eva report', label = 'eva label', merge = 'eva merge .eva/runs' }: RunEnding,
): readonly Next[] {
  if (report === null) return [];
  if (shard && state === 'finished') return [{ name: 'merge', command: text(merge) }];
  const failing = cases
    .filter(({ outcome, dataset }) => outcome === 'failed' || outcome === 'inconclusive' || dataset !== null)
    .reduce((sum, { trials }) => sum + trials.failed + trials.ungraded, 0);
  const first = cases.filter(({ outcome }) => outcome === cases[0]?.outcome);
  const worst = first.find(({ kind }) => kind !== 'trigger') ?? first[0];
  const all = cases.reduce((sum, { trials }) => sum + trials.total, 0);
  return [
    ...(continuation ? [resumeOf(continuation)] : []),
    ...(waits_for === undefined ? [] : [{ name: 'label', command: text(label) } as const]),
    ...(failing > 0 ? [{ name: 'failing', command: text(`${report} --failed`), replies: failing } as const] : []),
    ...(worst && all > 0
      ? [{ name: 'case', command: text(`${report} --case ${shellWord(worst.name.raw)}`) } as const]
      : []),
    ...(all > 0 ? [{ name: 'all', command: text(`${report} --full`), replies: all } as const] : []),
  ];
}

function resumeOf({ needs, keepsReplies, command }: Continuation): Next {
  return { name: 'resume', needs, keeps_replies: keepsReplies, command: text(command) };
}

/** Returns true if a run got all its replies from recordings or the cache, although it might have called models. */
function isKept({ replies, sources, shards }: RunResult): boolean {
  return !shards && replies.model === 0 && replies.recorded > 0 && sources.asked === 0;
}

/** Returns true if a criterion ran that cannot pass with its number of trials. */
function isForced({ manner, outlooks }: RunPlan): boolean {
  return manner.allow_underpowered && outlooks.some((outlook) => !isPassable(outlook));
}

function flagsOf(result: RunResult, plan: RunPlan, { isUnrecorded, evidence }: RunEnding): readonly ViewFlag[] {
  const { manner } = plan;
  return [
    ...(result.evidence.synthetic ? (['synthetic'] as const) : []),
    ...(result.partial ? (['partial'] as const) : []),
    ...(result.override ? (['override'] as const) : []),
    ...(manner.look ? (['look'] as const) : []),
    ...(manner.replay || isKept(result) ? (['replayed'] as const) : []),
    ...(result.state === 'unfinished' ? (['unfinished'] as const) : []),
    ...(result.waits_for !== undefined ? (['waiting'] as const) : []),
    ...(isUnrecorded ? (['unrecorded'] as const) : []),
    ...(evidence === 'stale' ? (['stale'] as const) : []),
    ...(isForced(plan) ? (['forced'] as const) : []),
  ];
}

export function replyCounts(all: readonly { readonly outcome: ViewOutcome }[]): Counts {
  const number = (outcome: ViewOutcome) => all.filter((one) => one.outcome === outcome).length;
  return {
    passed: number('passed'),
    failed: number('failed'),
    inconclusive: number('inconclusive'),
    unfinished: number('unfinished'),
    shown: number('shown'),
  };
}

export const worstFirst: readonly ViewOutcome[] = [
  'unfinished',
  'failed',
  'inconclusive',
  'passed',
  'collected',
  'shown',
];

/** Sorts cases by outcome, and failed cases by their gap to the bar. */
function sorted(cases: readonly CaseView[]): readonly CaseView[] {
  const gaps = new Map(cases.map((one) => [one, one.outcome === 'failed' ? gapOf(one) : 0]));
  return [...cases].sort(
    (a, b) => worstFirst.indexOf(a.outcome) - worstFirst.indexOf(b.outcome) || (gaps.get(b) ?? 0) - (gaps.get(a) ?? 0),
  );
}

/** Returns the distance of the worst claim or slice from its bar, relative to the bar; 0 if it is unknown. */
function gapOf({ claims, slices }: CaseView): number {
  const rows = slices.flatMap(({ must, rows: own }) => (must === null ? [] : own));
  return Math.max(0, ...claims.map(gapOfClaim), ...rows.map(gapOfSlice));
}

function variantFact({ variant }: RunPlan): readonly Fact[] {
  return variant?.variant === undefined ? [] : [{ name: 'variant', value: text(variant.variant) }];
}

function notReadyFact({ notReady = null }: RunEnding): readonly Fact[] {
  return notReady === null ? [] : [{ name: 'not_ready', value: text(notReady) }];
}

function triggeringOf({ triggering, cases }: RunResult, plan: RunPlan): TriggeringFacts | null {
  if (!triggering) return null;
  const expected = new Map(
    plan.cases.map(({ name, subject }) => [name, subject.kind === 'trigger' ? subject.should_match : null]),
  );
  const unfinished = (list: boolean) =>
    cases.filter(({ name, passed }) => passed === null && expected.get(name) === list).length;
  const { should_match: should, should_not_match: shouldNot } = triggering;
  return {
    should_match: { said_yes: should.hits, total: should.total, unfinished: unfinished(true) },
    should_not_match: { said_yes: shouldNot.false_alarms, total: shouldNot.total, unfinished: unfinished(false) },
  };
}

/** Returns the facts of a run that say on which evidence its verdict rests: judges, data sets, the prompt, the age of the replies. */
function evidenceFacts(
  { evidence, try: attempt, eva_version }: RunResult,
  { cases }: Pick<RunPlan, 'cases'>,
  freshness: 'fresh' | 'stale' | undefined,
): readonly Fact[] {
  // those of embeddings judge nothing, and have no limit of tokens
  const judging = cases.flatMap(judgesOf).filter(({ max_tokens }) => max_tokens > 0);
  const judges = new Set(judging.map(({ model }) => model));
  const files = new Set(cases.flatMap(({ dataset }) => dataset?.file ?? []));
  return [
    ...[...judges].map((judge): Fact => ({ name: 'judge', value: text(judge) })),
    ...[...files].map((file): Fact => ({ name: 'data_set', value: text(file) })),
    ...(attempt === undefined ? [] : [{ name: 'attempt', value: attempt } as const]),
    ...(evidence.oldest_reply === null ? [] : [{ name: 'oldest_reply', value: text(evidence.oldest_reply) } as const]),
    ...(freshness === undefined ? [] : [{ name: 'evidence', value: text(freshness) } as const]),
    { name: 'prompt_digest', value: text(evidence.prompt) },
    { name: 'eva_version', value: text(eva_version) },
  ];
}
