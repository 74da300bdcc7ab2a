import { isDeepStrictEqual } from 'node:util';
import { type SideScores, watchPairs } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import {
  type CasePairs,
  type Comparison,
  maxNamedItems,
  type PairQuestion,
  type SideFacts,
  type UnpairedItems,
} from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import { noUsage } from '#model/reply/price.js';
import type { Sample } from '#model/run/sample.js';
import { promptWord, quoted, short } from '#model/text/quoted.js';
import { runDirOf, shortRunName } from '#store/run/run-names.js';
import { readRun, type StoredRun } from '#store/run/stored-runs.js';
import { type OpenTrials, openTrials, type TrialSpot } from '#store/run/trial-log.js';
import type { GradedTrial } from '../collect/collect-trial.js';
import { caseEvidence } from '../plan/evidence.js';
import { selectCases } from '../plan/refusals.js';
import { namesIn } from './compare-words.js';
import { comparisonOf } from './finish-comparison.js';
import { decidedTrials, keptRunKey } from './kept-run.js';
import {
  type CompareOptions,
  requirePairs,
  type StoredComparison,
  type StoredPairs,
  type StoredSide,
} from './planned-comparison.js';

interface TwoRuns {
  readonly a: string;
  readonly b: string;
}

type StoredOptions = Pick<CompareOptions, 'root' | 'cases' | 'models' | 'items' | 'replay' | 'budget'> & {
  readonly question: PairQuestion;
};

/** Plans a comparison of two stored runs, which asks nothing. Throws EVA_NOT_COMPARABLE, EVA_USAGE, EVA_BAD_RUN. */
export function planStoredPairs(id: string, { a, b }: TwoRuns, options: StoredOptions): StoredComparison {
  refuseFlags(options);
  const { root, question, cases = [] } = options;
  const runs = { a: readWhole(root, a), b: readWhole(root, b) };
  if (runs.b.plan.id !== id) {
    const { run_id } = runs.b.result;
    throw evaError(
      'EVA_USAGE:compare_other_prompt',
      `run ${short(run_id)} evaluated ${quoted(runs.b.plan.id)}, not ${quoted(id)}`,
      { hint: `write eva compare ${promptWord(runs.b.plan.id)}, or name a run of ${quoted(id)} second` },
    );
  }
  const { chosen, left } = sharedCases(runs, cases);
  const open: OpenTrials[] = [];
  const close = () => {
    for (const trials of open.splice(0)) trials.close();
  };
  try {
    const trials = { a: opened(root, runs.a, open), b: opened(root, runs.b, open) };
    const pairs = chosen.map((both) => pairsOf(both, trials));
    const empty = pairs.filter(({ testCase }) => testCase.sample_size === 0).map(({ testCase }) => testCase.name);
    if (empty.length === pairs.length) throw new EvaError([noPair(empty)]);
    const paired = pairs.filter(({ testCase }) => testCase.sample_size > 0);
    return {
      way: 'stored',
      id,
      question,
      against: a,
      only: cases.length > 0 ? cases : null,
      partial: cases.length > 0 || runs.a.result.partial || runs.b.result.partial,
      a: sideOf(root, runs.a),
      b: sideOf(root, runs.b),
      cases: paired,
      warnings: [...leftOut(left), ...(empty.length > 0 ? [{ ...noPair(empty), severity: 'warning' as const }] : [])],
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Throws EVA_USAGE for a flag that only asking has. */
function refuseFlags({ models = [], items, replay, budget }: StoredOptions): void {
  const flags = [
    ...(models.length > 0 ? ['--model'] : []),
    ...(items !== undefined ? ['--items'] : []),
    ...(replay === true ? ['--replay'] : []),
    ...(budget ? ['--max-cost or --max-calls'] : []),
  ];
  if (flags.length > 0) throw new EvaError(flags.map((flag) => runsFlag(flag)));
}

/** Reads a finished run. Throws EVA_NOT_COMPARABLE for a shard, and for a run with missing replies or one that its first red case ended. */
function readWhole(root: string, name: string): StoredRun {
  const run = readRun(root, name);
  const { run_id, state, shard, ended_by } = run.result;
  if (shard !== null)
    throw evaError('EVA_NOT_COMPARABLE:unfinished', `run ${short(run_id)} is a shard, not a whole run`, {
      hint: 'merge the shards: eva merge DIR...',
    });
  if (state === 'unfinished')
    throw evaError('EVA_NOT_COMPARABLE:unfinished', `run ${short(run_id)} is unfinished: replies are missing`, {
      hint: `eva eval --resume ${short(run_id)}`,
    });
  if (ended_by !== undefined)
    throw evaError(
      'EVA_NOT_COMPARABLE:unfinished',
      `run ${short(run_id)} ended when ${quoted(ended_by)} could not pass any more (--fail-fast=run): its other cases are not whole`,
      { hint: 'evaluate again without --fail-fast=run, and compare that run' },
    );
  return run;
}

interface BothRuns {
  readonly a: StoredRun;
  readonly b: StoredRun;
}

interface BothCases {
  readonly a: Case;
  readonly b: Case;
}

/** Returns the judged cases that both runs have, and the names of those that one lacks. Throws EVA_NOT_COMPARABLE for different checks. */
function sharedCases(
  { a, b }: BothRuns,
  only: readonly string[],
): { readonly chosen: readonly BothCases[]; readonly left: readonly string[] } {
  const runs: readonly [string, string] = [a.result.run_id, b.result.run_id];
  if (a.plan.evidence.judge !== b.plan.evidence.judge) {
    const [idA, idB] = [a.plan.id, b.plan.id];
    const prompts = idA === idB ? '' : `the runs are of two prompts, ${quoted(idA)} and ${quoted(idB)}: `;
    throw evaError(
      'EVA_NOT_COMPARABLE:judge',
      `${prompts}different judges or rubrics decide runs ${short(runs[0])} and ${short(runs[1])}`,
      { hint: `evaluate both ${idA === idB ? 'versions' : 'prompts'} with the same judge and rubrics` },
    );
  }
  const selected = selectCases(b.plan.cases, only);
  if (selected.problems.length > 0) throw new EvaError(selected.problems);
  const judged = (selected.value ?? []).filter(({ look }) => !look);
  const casesOfA = new Map(a.plan.cases.map((testCase) => [testCase.name, testCase]));
  const chosen = judged.flatMap((testCase) => {
    const other = casesOfA.get(testCase.name);
    return other && !other.look ? [{ a: other, b: testCase }] : [];
  });
  if (chosen.length === 0)
    throw evaError('EVA_NOT_COMPARABLE:no_case', `runs ${runs[0]} and ${runs[1]} have no case in common`, {
      hint: 'name two runs with cases of the same names',
    });
  const different = chosen.filter((both) => !isDeepStrictEqual(checksOf(both.a), checksOf(both.b)));
  if (different.length > 0) {
    const names = different.map((both) => both.b.name);
    throw evaError(
      'EVA_NOT_COMPARABLE:checks',
      `different checks decide ${names.length === 1 ? 'the case' : 'the cases'} ${namesIn(names)} in the two runs`,
      { hint: 'evaluate both versions with the same cases, or choose other cases: --case NAME' },
    );
  }
  const shared = new Set(chosen.map((both) => both.b.name));
  const all = only.length > 0 ? judged : [...judged, ...a.plan.cases.filter(({ look }) => !look)];
  return { chosen, left: [...new Set(all.map(({ name }) => name))].filter((name) => !shared.has(name)) };
}

/** Returns what decides a case, without its inputs and its number of trials. */
function checksOf(testCase: Case): unknown {
  const { expectations } = caseEvidence(testCase) as { readonly expectations: unknown };
  const { kind } = testCase.subject;
  const { draws, claim, cluster } = testCase.dataset ?? {};
  return JSON.parse(JSON.stringify({ expectations, kind, draws, claim, cluster: cluster?.field }));
}

function opened(root: string, run: StoredRun, open: OpenTrials[]): OpenTrials {
  const { result } = run;
  const trials = openTrials(runDirOf(root, result.run_id));
  if (!trials)
    throw evaError(
      'EVA_NOT_COMPARABLE:no_trials',
      `run ${short(result.run_id)} has no trials.jsonl, so that its answers cannot be compared`,
      { hint: 'evaluate again, and compare that run' },
    );
  open.push(trials);
  return decidedTrials(run, trials, root);
}

function sideOf(root: string, { plan, result }: StoredRun): StoredSide {
  const { run_id, evidence, variant } = result;
  const name = { label: shortRunName(root, run_id), kind: 'run' as const, id: plan.id };
  return { name: { ...name, ...(variant !== undefined && { model: variant }) }, run_id, plan, evidence };
}

interface BothTrials {
  readonly a: OpenTrials;
  readonly b: OpenTrials;
}

/** Pairs the trials of a case: the same item and draw with the same values, in the order of B. Without data set the same number and inputs. */
function pairsOf(both: BothCases, trials: BothTrials): StoredPairs {
  const { name, dataset } = both.b;
  const spots = { a: trials.a.spots(name), b: trials.b.spots(name) };
  const spotsOfA = new Map(spots.a.map((spot) => [keptRunKey(spot.origin, spot.index), spot]));
  const isSame = sameValues(both);
  const paired = spots.b.flatMap((b) => {
    const a = spotsOfA.get(keptRunKey(b.origin, b.index));
    return a && isSame(a, b) ? [{ a, b }] : [];
  });
  const origins = paired.map(({ b }) => b.origin);
  const endsUnit = unitEnds(both.b, origins);
  const units = origins.filter((_, index) => endsUnit(index)).length;
  const asked = new Set(origins.map((origin) => origin?.item)).size;
  const testCase = {
    ...both.b,
    sample_size: paired.length,
    ...(dataset && { dataset: { ...dataset, asked, units } }),
  };
  return {
    testCase,
    sample: { origin: (index) => origins[index], endsUnit },
    unpaired: unpairedOf(spots, paired, isSame),
    *read() {
      for (const { a, b } of paired) {
        const [left, right] = [trials.a.read(name, a.index), trials.b.read(name, b.index)];
        if (left && right) yield { a: left, b: right };
      }
    },
  };
}

type SameValues = (a: TrialSpot, b: TrialSpot) => boolean;

/** Returns a function that compares the values of two trials with the same item. */
function sameValues({ a, b }: BothCases): SameValues {
  if (!a.dataset || !b.dataset) {
    const isSame = isDeepStrictEqual(inputsOf(a), inputsOf(b));
    return () => isSame;
  }
  if (a.dataset.digest === b.dataset.digest) return () => true;
  return (spot, other) => spot.values !== undefined && spot.values === other.values;
}

/** Returns what a case without data set asks: its evidence without its checks, the texts of meta.yml and numbers of trials. */
function inputsOf({ subject }: Case): unknown {
  if (subject.kind === 'trigger') return subject.query;
  if (subject.kind === 'prompt') {
    const { settings: _settings, ...asked } = subject;
    return asked;
  }
  const { app: _app, user_simulator: _user, ...asked } = subject;
  return asked;
}

/** Returns a function that says whether a pair is the last of its unit: of its item, or of its cluster. */
function unitEnds({ dataset }: Case, origins: readonly (Origin | undefined)[]): Sample['endsUnit'] {
  if (!dataset) return () => true;
  const unitOf = (origin: Origin | undefined) => (isClustered(dataset) ? origin?.cluster : origin?.item);
  return (index) => index + 1 >= origins.length || unitOf(origins[index + 1]) !== unitOf(origins[index]);
}

/** Counts the items, or the trials of a case without data set, that have no pair. */
function unpairedOf(
  spots: Readonly<Record<'a' | 'b', readonly TrialSpot[]>>,
  paired: readonly { readonly b: TrialSpot }[],
  isSame: SameValues,
): UnpairedItems {
  const nameOf = ({ origin, index }: TrialSpot) => origin?.item ?? String(index + 1);
  const done = new Set(paired.map(({ b }) => nameOf(b)));
  const [ofA, ofB] = [spots.a, spots.b].map((spotsOfSide) => new Map(spotsOfSide.map((spot) => [nameOf(spot), spot])));
  const only = (ofSide: typeof ofA, other: typeof ofA) =>
    [...(ofSide?.keys() ?? [])].filter((name) => !done.has(name) && !other?.has(name));
  const changed = [...(ofB ?? [])].flatMap(([name, spot]) => {
    const other = ofA?.get(name);
    return other && !done.has(name) && !isSame(other, spot) ? [name] : [];
  });
  const [onlyA, onlyB] = [only(ofA, ofB), only(ofB, ofA)];
  const named = [...changed, ...onlyA, ...onlyB].slice(0, maxNamedItems);
  return { only_a: onlyA.length, only_b: onlyB.length, changed: changed.length, named };
}

function leftOut(names: readonly string[]): readonly Problem[] {
  return names.length === 0
    ? []
    : [
        problem('EVA_NOT_COMPARABLE:left_out_case', `only one of the two runs has ${namesIn(names)}`, {
          hint: 'such cases are not compared',
          severity: 'warning',
        }),
      ];
}

/**
 * Decides a comparison of two stored runs from their trials. Asks nothing, and writes nothing. Throws as the reading of trials does, and
 * EVA_UNDERPOWERED for too few pairs to show the margin, unless they show a loss: the replies are there, and a plain loss is worth more than a refusal.
 */
export function compareStoredRuns(planned: StoredComparison, now: Date): Comparison {
  const { cases, question, only } = planned;
  const results = cases.map((pairs) => resultOf(pairs, planned, Math.max(1, cases.length)));
  const comparison = comparisonOf(planned, {
    cases: results,
    ts: now.toISOString(),
    a: sideFacts(planned.a),
    b: sideFacts(planned.b),
    usage: noUsage,
    cost_usd: null,
    duration_s: 0,
  });
  if (comparison.outcome !== 'worse') {
    requirePairs(
      cases.map(({ testCase }) => testCase),
      question,
      only,
    );
  }
  return comparison;
}

function resultOf(
  { testCase, sample, unpaired, read }: StoredPairs,
  { question }: StoredComparison,
  cases: number,
): CasePairs {
  const watch = watchPairs(testCase, question, { cases, unpaired, collectsAll: true });
  for (const { a, b } of read()) {
    const index = watch.used();
    watch.push(scoresOf(a), scoresOf(b), { origin: sample.origin(index), endsUnit: sample.endsUnit(index) });
  }
  return watch.result();
}

function scoresOf({ trial, scores }: GradedTrial): SideScores {
  return trial.outcome === 'missing' ? 'missing' : scores;
}

function sideFacts({ name, run_id, evidence }: StoredSide): SideFacts {
  return { ...name, run_id, evidence, kept: 0, asked: 0, from_run: null };
}

export function runsFlag(flag: string): Problem {
  return problem('EVA_USAGE:compare_runs_flag', `${flag} has no effect on two stored runs, which ask no model`, {
    hint: `remove ${flag}`,
  });
}

function noPair(names: readonly string[]): Problem {
  return problem('EVA_NOT_COMPARABLE:no_pair', `the two runs have no equal item of ${namesIn(names)}`, {
    hint: 'evaluate both versions on the same items, or choose other cases: --case NAME',
  });
}
