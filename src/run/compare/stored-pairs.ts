import { isDeepStrictEqual } from 'node:util';
import { watchPairs } from '#decide/pairs/watch-pairs.js';
import type { Case } from '#model/case.js';
import { isClustered, type Origin } from '#model/dataset.js';
import {
  type CasePairs,
  type Comparison,
  compareLine,
  maxNamedItems,
  type PairQuestion,
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
import type { Both } from './pair-case.js';
import {
  type CompareOptions,
  closingAll,
  requirePairs,
  type StoredComparison,
  type StoredPairs,
  type StoredSide,
} from './planned-comparison.js';

type StoredOptions = Pick<CompareOptions, 'root' | 'cases' | 'margin'> & { readonly question: PairQuestion };

/** Plans a comparison of two stored runs, which asks nothing. Throws EVA_NOT_COMPARABLE, EVA_USAGE, EVA_BAD_RUN. */
export function planStoredPairs(id: string, { a, b }: Both<string>, options: StoredOptions): StoredComparison {
  const { root, question, margin, cases: only = [] } = options;
  const runs = { a: readWhole(root, a), b: readWhole(root, b) };
  if (runs.b.plan.id !== id) {
    const { run_id } = runs.b.result;
    throw evaError(
      'EVA_USAGE:compare_other_prompt',
      `run ${short(run_id)} evaluated ${quoted(runs.b.plan.id)}, not ${quoted(id)}`,
      { hint: `write eva compare ${promptWord(runs.b.plan.id)}, or name a run of ${quoted(id)} second` },
    );
  }
  const { chosen, left } = sharedCases(runs, only);
  const { add, close } = closingAll();
  try {
    const trials = { a: opened(root, runs.a, add), b: opened(root, runs.b, add) };
    const pairs = chosen.map((both) => pairsOf(both, trials));
    const paired = pairs.filter(({ testCase }) => testCase.sample_size > 0);
    const empty = pairs.filter((own) => !paired.includes(own)).map(({ testCase }) => testCase.name);
    const without = [...left, ...empty];
    if (paired.length === 0)
      throw evaError('EVA_NOT_COMPARABLE:no_pair', `the two runs have no equal item or trial of ${namesIn(without)}`, {
        hint: 'evaluate both versions with the same cases and items, or choose other cases: --case NAME',
      });
    return {
      way: 'stored',
      id,
      command: compareLine({ id, words: [a, b], cases: only, margin }),
      question,
      against: a,
      only: only.length > 0 ? only : null,
      partial: only.length > 0 || runs.a.result.partial || runs.b.result.partial,
      a: sideOf(root, runs.a),
      b: sideOf(root, runs.b),
      cases: paired,
      warnings: without.length > 0 ? [leftOut(without)] : [],
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads a finished run. Throws EVA_NOT_COMPARABLE for a shard, and for a run with missing replies or one that its first red case ended. */
function readWhole(root: string, name: string): StoredRun {
  const run = readRun(root, name);
  const { run_id, state, shard, ended_by } = run.result;
  const flaws = [
    [shard !== null, 'it is a shard', 'merge the shards: eva merge DIR...'],
    [state === 'unfinished', 'replies are missing', `eva eval --resume ${short(run_id)}`],
    [
      ended_by !== undefined,
      `it ended when ${quoted(ended_by ?? '')} could not pass any more (--fail-fast=run)`,
      'evaluate again without --fail-fast=run, and compare that run',
    ],
  ] as const;
  for (const [isSo, why, hint] of flaws)
    if (isSo) throw evaError('EVA_NOT_COMPARABLE:unfinished', `run ${short(run_id)} is not whole: ${why}`, { hint });
  return run;
}

/** Returns the judged cases that both runs have, and the names of those that one lacks. Throws EVA_NOT_COMPARABLE for different checks. */
function sharedCases(
  { a, b }: Both<StoredRun>,
  only: readonly string[],
): { readonly chosen: readonly Both<Case>[]; readonly left: readonly string[] } {
  if (a.plan.evidence.judge !== b.plan.evidence.judge)
    throw evaError(
      'EVA_NOT_COMPARABLE:judge',
      `different judges or rubrics decide runs ${short(a.result.run_id)} and ${short(b.result.run_id)}`,
      { hint: 'evaluate both with the same judge and rubrics' },
    );
  const selected = selectCases(b.plan.cases, only);
  if (selected.problems.length > 0) throw new EvaError(selected.problems);
  const judged = (selected.value ?? []).filter(({ look }) => !look);
  const casesOfA = new Map(a.plan.cases.filter(({ look }) => !look).map((testCase) => [testCase.name, testCase]));
  const chosen = judged.flatMap((testCase) => {
    const other = casesOfA.get(testCase.name);
    return other ? [{ a: other, b: testCase }] : [];
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
  const all = [...judged.map(({ name }) => name), ...(only.length > 0 ? [] : casesOfA.keys())];
  const shared = new Set(chosen.map((both) => both.b.name));
  return { chosen, left: [...new Set(all)].filter((name) => !shared.has(name)) };
}

/** Returns what decides a case, without its inputs and its number of trials. */
function checksOf(testCase: Case): unknown {
  const { expectations } = caseEvidence(testCase) as { readonly expectations: unknown };
  const { kind } = testCase.subject;
  const { draws, claim, cluster } = testCase.dataset ?? {};
  return JSON.parse(JSON.stringify({ expectations, kind, draws, claim, cluster: cluster?.field }));
}

function opened(root: string, run: StoredRun, add: (close: () => void) => void): OpenTrials {
  const { run_id } = run.result;
  const trials = openTrials(runDirOf(root, run_id));
  if (!trials)
    throw evaError(
      'EVA_NOT_COMPARABLE:no_trials',
      `run ${short(run_id)} has no trials.jsonl, so that its answers cannot be compared`,
      { hint: 'evaluate again, and compare that run' },
    );
  add(trials.close);
  return decidedTrials(run, trials, root);
}

function sideOf(root: string, { plan, result }: StoredRun): StoredSide {
  const { run_id, evidence, variant } = result;
  const name = { label: shortRunName(root, run_id), kind: 'run' as const, id: plan.id };
  const facts = { ...name, ...(variant !== undefined && { model: variant }) };
  return { facts: { ...facts, run_id, evidence, kept: 0, asked: 0, from_run: null }, body: plan.body };
}

/** Pairs the trials of a case: the same item and draw with the same values, in the order of B. Without data set the same number and inputs. */
function pairsOf(both: Both<Case>, trials: Both<OpenTrials>): StoredPairs {
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
  return {
    testCase: {
      ...both.b,
      sample_size: paired.length,
      stop_early: false, // all pairs are there anyway
      ...(dataset && { dataset: { ...dataset, asked, units } }),
    },
    sample: { origin: (index) => origins[index], endsUnit },
    unpaired: unpairedOf(spots, new Set(paired.map(({ b }) => nameOf(b)))),
    *read() {
      for (const { a, b } of paired) {
        const [left, right] = [trials.a.read(name, a.index), trials.b.read(name, b.index)];
        if (left && right) yield { a: left, b: right };
      }
    },
  };
}

/** Returns a function that compares the values of two trials with the same item. */
function sameValues({ a, b }: Both<Case>): (a: TrialSpot, b: TrialSpot) => boolean {
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

/** Returns the item of a trial, or its number in a case without data set. */
function nameOf({ origin, index }: TrialSpot): string {
  return origin?.item ?? String(index + 1);
}

/** Counts the items, or the trials of a case without data set, that have no pair. */
function unpairedOf(spots: Both<readonly TrialSpot[]>, paired: ReadonlySet<string>): UnpairedItems {
  const [ofA, ofB] = [new Set(spots.a.map(nameOf)), new Set(spots.b.map(nameOf))];
  const changed = [...ofB].filter((name) => ofA.has(name) && !paired.has(name));
  const [onlyA, onlyB] = [[...ofA].filter((name) => !ofB.has(name)), [...ofB].filter((name) => !ofA.has(name))];
  const named = [...changed, ...onlyA, ...onlyB].slice(0, maxNamedItems);
  return { only_a: onlyA.length, only_b: onlyB.length, changed: changed.length, named };
}

function leftOut(names: readonly string[]): Problem {
  return problem('EVA_NOT_COMPARABLE:left_out_case', `the two runs have no pair of ${namesIn(names)}`, {
    hint: 'such cases are not compared',
    severity: 'warning',
  });
}

/**
 * Decides a comparison of two stored runs from their trials. Asks nothing, and writes nothing. Throws as the reading of trials does, and
 * EVA_UNDERPOWERED for too few pairs to show the margin, unless they show a loss: the replies are there, and a plain loss is worth more than a refusal.
 */
export function compareStoredRuns(planned: StoredComparison, now: Date): Comparison {
  const { cases, question, only } = planned;
  const comparison = comparisonOf(planned, {
    ...{ cases: cases.map((pairs) => resultOf(pairs, planned)), ts: now.toISOString() },
    ...{ a: planned.a.facts, b: planned.b.facts, usage: noUsage, cost_usd: null, duration_s: 0 },
  });
  const judged = cases.map(({ testCase }) => testCase);
  if (comparison.outcome !== 'worse') requirePairs(judged, question, only);
  return comparison;
}

function resultOf({ testCase, sample, unpaired, read }: StoredPairs, { question, cases }: StoredComparison): CasePairs {
  const watch = watchPairs(testCase, question, { cases: cases.length });
  const scoresOf = ({ trial, scores }: GradedTrial) => (trial.outcome === 'missing' ? 'missing' : scores);
  let index = 0;
  for (const { a, b } of read()) {
    watch.push(scoresOf(a), scoresOf(b), { origin: sample.origin(index), endsUnit: sample.endsUnit(index) });
    index += 1;
  }
  return { ...watch.result(), unpaired };
}
