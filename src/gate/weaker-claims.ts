import { type Case, type Expectation, isStatistical } from '#model/case.js';
import { groupBy } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { type CheckSpec, checksOfGrader, rubricsOf } from '#model/grader.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import type { CriterionSpec } from '#model/settings.js';
import { listNames, quoted } from '#model/text/quoted.js';
import { isRed } from '#run/attempts/attempts.js';
import type { FullRun } from '#run/attempts/full-run.js';
import { evidenceOf } from '#run/attempts/kept-evidence.js';
import { judgesOf } from '#run/plan/evidence.js';
import type { CaseClaims } from '#store/logs/prompt-logs.js';
import type { EvalGatesInput } from './gate.js';

/** The largest number of cases of which a promotion keeps the claims. */
const mostCases = 200;

const defaultLevel = 0.05;

/** Returns what the cases claim: their bars as numbers by a label, and their checks, judges and rubrics as texts. */
export function claimsOfCases(cases: readonly Case[]): readonly CaseClaims[] {
  const judged = cases.filter(({ look }) => !look).slice(0, mostCases);
  return judged.map((testCase) => {
    const { name, sample_size: sample, expectations, dataset } = testCase;
    const checks = expectations.flatMap(({ grader }) => checksOfGrader(grader));
    const gates = (dataset?.slices ?? []).flatMap(({ field, gate }) =>
      gate ? [barsOf(`slices of ${short(field)} must ${gate.must}: `, gate.criterion)] : [],
    );
    const bars = Object.fromEntries([...expectations.flatMap(barsOfExpectation), ...gates].flat());
    const limits = checks.flatMap(({ op, value }) => (isLimit(op, value) ? [[op, value] as const] : []));
    return {
      case: name,
      sample,
      bars: { ...bars, ...Object.fromEntries([...limits, ...judgesOf(testCase).flatMap(barsOfJudge)]) },
      parts: [...checks.filter(({ op, value }) => !isLimit(op, value)).map(textOf), ...judgeParts(testCase)],
    };
  });
}

function barsOfExpectation({ about, grader, criteria }: Expectation) {
  return criteria.map((criterion) => barsOf(grader.grader === 'trial_passes' ? '' : `${short(about)}: `, criterion));
}

function barsOf(about: string, { criterion, params, significance_level }: CriterionSpec): [string, number][] {
  const words = Object.entries(params).filter(([, value]) => typeof value !== 'number');
  const label = `${about}${criterion}${words.length === 0 ? '' : short(canonicalJson(Object.fromEntries(words)))}`;
  const numbers = Object.entries(params).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const level =
    criterion === 'every_trial' ? [] : [['significance_level', significance_level ?? defaultLevel] as const];
  return [...numbers, ...level].map(([key, value]) => [`${label}.${key}`, value]);
}

function barsOfJudge(judge: object, index: number): readonly [string, number][] {
  return Object.entries(judge).flatMap(([key, value]): [string, number][] =>
    key === 'votes' || key === 'pass_threshold' ? [[`judge ${index + 1}.${key}`, Number(value)]] : [],
  );
}

function judgeParts(testCase: Case): readonly string[] {
  const rubrics = testCase.expectations.flatMap(({ grader }) =>
    grader.grader === 'trial_passes' ? rubricsOf(grader.params).map(({ text }) => text) : [],
  );
  const models = judgesOf(testCase).map(({ model }) => `the judge ${model}`);
  return [...new Set(models), ...rubrics.map((text) => `the rubric ${short(text)}`)];
}

function isLimit(op: string, value: unknown): value is number {
  return /^(max|min)_/.test(op) && typeof value === 'number';
}

function textOf({ op, value }: CheckSpec): string {
  return `the check ${op}: ${short(canonicalJson(value))}`;
}

/** Shortens a text, so that another one with the same beginning stays another one. */
function short(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 60)}… (${sha256(text).slice(0, 8)})`;
}

/** Names what is weaker now than at an earlier status, a sentence each. A check or rubric that changed is named as gone: eva cannot weigh it. */
export function weakerThan(before: readonly CaseClaims[], now: readonly CaseClaims[]): readonly string[] {
  const byName = new Map(now.map((claims) => [claims.case, claims]));
  return before.flatMap((old) => {
    const claims = byName.get(old.case);
    const name = `case ${quoted(old.case)}`;
    if (!claims) return now.length < mostCases ? [`${name} is gone`] : [];
    const bars = Object.entries(old.bars).flatMap(([label, value]) => {
      const bar = claims.bars[label];
      if (bar === undefined) return label.endsWith('.significance_level') ? [] : [`${name}: ${label} ${value} is gone`];
      return isWeaker(label, value, bar) ? [`${name}: ${label} ${value} → ${bar}`] : [];
    });
    const gone = old.parts.filter((part) => !claims.parts.includes(part)).map((part) => `${name}: ${part} is gone`);
    return [
      ...(claims.sample < old.sample ? [`${name}: sample ${old.sample} → ${claims.sample}`] : []),
      ...bars,
      ...gone,
    ];
  });
}

/** Returns true if a bar asks for less than before. An upper limit asks for less if it rises. */
function isWeaker(label: string, before: number, now: number): boolean {
  const isUpper = /(_lte?(\{.*\})?\.\w+|\.significance_level|^max_\w+)$/.test(label);
  return isUpper ? now > before : now < before;
}

/** Lists the runs of this body that failed under other cases or another judge before a run, each with the first claim that failed if its row is there. */
export function failedBefore(latest: FullRun, now: EvidenceDigests, input: EvalGatesInput): readonly string[] {
  const isEarlier = ({ ts }: { readonly ts: string }) => Date.parse(ts) < Date.parse(latest.ts);
  const isOther = (then: EvidenceDigests) =>
    then.prompt === now.prompt && !isSameEvidence({ ...then, models: now.models }, now);
  const rows = input.runs.rows.flatMap(({ value }) => {
    const evidence = evidenceOf(value);
    const isRedRow = evidence && !value.all_passed && value['override'] !== true && !evidence.synthetic;
    if (!isRedRow || !isOther(evidence) || !isEarlier(value)) return [];
    const run = value['run_id'];
    return [[typeof run === 'string' ? run : `of ${value.ts}`, failedClaim(value)] as const];
  });
  const attempts = input.attempts.rows.flatMap(({ value }) => {
    const isOwn = value.kind !== 'replay' && value.kind !== 'compare' && value.kind !== 'look';
    return isOwn && isRed(value) && isOther(value.evidence) && isEarlier(value) ? [[value.run_id, ''] as const] : [];
  });
  return [...new Map([...attempts, ...rows])].map(([run, claim]) => `run ${run}${claim}`);
}

/** Names the first claim that did not pass. Those of cases that were open when the run ended show nothing. */
function failedClaim({ verdicts, ended_by }: Readonly<Record<string, unknown>>): string {
  const isFailed = (verdict: { readonly outcome?: unknown; readonly case?: unknown } | null) =>
    verdict?.outcome !== 'passed' && (ended_by === undefined || verdict?.case === ended_by);
  const failed = Array.isArray(verdicts) ? verdicts.find(isFailed) : undefined;
  return typeof failed?.claim === 'string' ? ` (${failed.claim})` : '';
}

/** Says of the cases without a claim about a rate how many trials were right, as the end of a sentence; empty without such cases. */
export function ratesNote(all: readonly Case[]): string {
  const judged = all.filter(({ look }) => !look);
  const bare = judged.filter((testCase) => !isStatistical(testCase));
  return [...groupBy(bare, ({ sample_size }) => sample_size)]
    .map(([trials, cases]) => {
      const named = judged.length === 1 ? '' : `${listNames(cases.map(({ name }) => name))}: `;
      const rate = trials === 1 ? 'which says nothing of how often' : 'without a claim of how often';
      return `; ${named}right in ${trials} of ${trials} ${trials === 1 ? 'trial' : 'trials'}, ${rate}`;
    })
    .join('');
}
