import { defaultSignificanceLevel } from '#model/limits.js';
import type { ComparedCase, CompareRow } from '#model/pairs/compare-row.js';
import type { AttemptEnd, AttemptLine } from '#model/run/attempt.js';
import type { Evidence } from '#model/run/run.js';
import { isSameEvidence } from '#model/run/run.js';
import { listNames, oneLine } from '#model/text/quoted.js';
import { compareAttemptOf, compareLevel, isRed, isRowOf, lastEnds } from '#run/attempts/attempts.js';
import { fullRunNamed } from '#run/attempts/full-run.js';
import { rowSources } from '#run/attempts/kept-evidence.js';
import type { ComparedInput, VersionAtRef } from '#run/compare/open-versions.js';
import type { PromotionRow } from '#store/logs/prompt-logs.js';
import { percentText } from './eval-gates.js';
import type { CompareGateInput } from './gate.js';
import { changesInWords } from './pass-gate.js';
import { flawOfNotes, flawOfReplies, othersIn, wholeRun } from './real-gate.js';

/** Why a comparison is not the one that `compare:` asks for. `why` continues a sentence: `is stale: …`. */
export interface CompareFlaw {
  readonly kind: 'stale' | 'baseline' | 'synthetic' | 'replies' | 'margin' | 'cases' | 'contradiction' | OutcomeFlaw;
  readonly why: string;
}

type OutcomeFlaw = 'worse' | 'undecided' | 'not_better';

/** Returns true for a flaw that only other files, or more trials, can mend. */
export function isOutcomeFlaw({ kind }: CompareFlaw): boolean {
  return kind === 'worse' || kind === 'undecided' || kind === 'not_better';
}

export function flawsOfComparison(
  row: CompareRow,
  input: CompareGateInput,
  compared: ComparedInput,
): readonly CompareFlaw[] {
  const isSame = row.same === true;
  return [
    ...staleFlaws(row, input),
    ...baselineFlaws(row, input, compared),
    ...(isSame ? [] : [...replyFlaws(row, input), ...caseFlaws(row, input, compared)]),
    ...boundFlaws(row, compared),
    ...levelFlaws(row, input),
    ...contradictions(row, input),
    ...outcomeFlaws(row, compared),
  ];
}

/** Returns true for a comparison with all the cases and at most the margin that the rule asks for. */
export function answersRule(row: CompareRow, input: CompareGateInput, compared: ComparedInput): boolean {
  return boundFlaws(row, compared).length === 0 && (row.same === true || caseFlaws(row, input, compared).length === 0);
}

/** Formats a share as points: `2 points`, `0.5 points`. */
export function pointsOf(share: number): string {
  const points = Number((100 * share).toPrecision(4));
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

function staleFlaws({ b }: CompareRow, { prompt, evidenceNow }: CompareGateInput): readonly CompareFlaw[] {
  if (!evidenceNow) return [{ kind: 'stale', why: 'is stale: the prompt has no cases that can be evaluated now' }];
  const changed = changesInWords(prompt, b, evidenceNow);
  return changed.length === 0 ? [] : [{ kind: 'stale', why: `is stale: ${changed.join(', and ')} since` }];
}

/** Compares A with the version that is `ready` now, with the current text of another prompt, or with the git ref as it is now. */
function baselineFlaws(
  row: CompareRow,
  { variant }: CompareGateInput,
  { rule, baseline }: ComparedInput,
): readonly CompareFlaw[] {
  const { a } = row;
  if (baseline.kind === 'ready') return baseline.last === null ? [] : readyFlaws(row, baseline.last);
  if (baseline.kind === 'ref' || baseline.at) return refFlaws(row, baseline.at?.(variant), baseline.kind);
  if (baseline.digest === a.prompt) return [];
  const why = baseline.digest === null ? 'cannot be read' : 'has changed';
  return [{ kind: 'baseline', why: `is stale: the prompt ${rule.against} ${why}` }];
}

/**
 * Compares A with the ref or prompt as it is now. A ref that has the files themselves, as after a merge, has nothing more to compare with. A row
 * without a commit compared a prompt: if that is no prompt any more, it is no ref either.
 */
function refFlaws(
  { a, b, against }: CompareRow,
  now: VersionAtRef | undefined,
  kind: 'prompt' | 'ref',
): readonly CompareFlaw[] {
  if (!now || isVersion(now, a) || (kind === 'ref' && isVersion(now, b))) return [];
  const [ref, label] = [against, a.label].map((word) => oneLine(word.slice(0, 80)));
  if (!('unread' in now)) {
    const what = now.prompt === a.prompt ? 'other models' : 'another prompt';
    return [{ kind: 'baseline', why: `is stale: ${ref} has ${what} now than ${label} in the comparison` }];
  }
  return now.isAbsent && a.commit !== undefined
    ? []
    : [{ kind: 'baseline', why: `is stale: ${ref} can no longer be compared: ${now.unread}` }];
}

/** Returns true if a version at a ref has this prompt and these models. */
export function isVersion(now: VersionAtRef, { prompt, models }: Pick<Evidence, 'prompt' | 'models'>): boolean {
  return !('unread' in now) && now.prompt === prompt && now.models === models;
}

/** Compares A with a promotion. The digest of models depends on the cases too: for other cases it cannot be compared. */
function readyFlaws({ a, b, variant }: CompareRow, { ts, evidence, variants }: PromotionRow): readonly CompareFlaw[] {
  const promoted = variants?.find((row) => row.variant === variant)?.evidence ?? evidence;
  if (promoted === null) return [];
  const when = `the one that became ready on ${ts.slice(0, 10)}`;
  if (promoted.prompt !== a.prompt) return [{ kind: 'baseline', why: `is with another version than ${when}` }];
  const areOthers = promoted.cases === b.cases && promoted.models !== a.models;
  return areOthers ? [{ kind: 'baseline', why: `is with other models than those of ${when}` }] : [];
}

/** Checks that models gave all replies of both sides: in the comparison, or in one whole run of exactly these files. */
function replyFlaws(row: CompareRow, input: CompareGateInput): readonly CompareFlaw[] {
  const { a, b } = row;
  const sides = [
    { name: oneLine(a.label.slice(0, 80)), side: { ...b, ...a } },
    { name: 'the files', side: b },
  ];
  const flaws = sides.flatMap(({ name, side }): CompareFlaw[] => {
    if (side.synthetic) {
      return [{ kind: 'synthetic', why: `used synthetic replies for ${name}: a person wrote them, not a model` }];
    }
    const why = whyNotReal(side, row, input);
    return why === null ? [] : [{ kind: 'replies', why: `${why} for ${name}` }];
  });
  const noted = lastEnds(input.attempts.rows).get(row.run_id)?.sources;
  const runs = sides.map(({ side: { from_run } }) => from_run && fullRunNamed(from_run, input.runs));
  const servers = [noted, ...runs.map((run) => run && rowSources(run.row))].flatMap((sources) =>
    sources ? othersIn(sources) : [],
  );
  if (input.prompt.promotion.servers === 'official' && servers.length > 0) {
    const why = `has replies from ${listNames([...new Set(servers)])}, and promotion.servers is official`;
    flaws.push({ kind: 'replies', why });
  }
  const isNoted = a.asked + b.asked === 0 || input.attempts.rows.some(({ value }) => isBeginOf(value, row));
  return isNoted ? flaws : [...flaws, { kind: 'replies', why: 'is not noted in .attempts.jsonl' }];
}

/** Returns why models did not give all replies of one side; `side` has the digests of the cases and judge of both. */
function whyNotReal(side: CompareRow['b'], row: CompareRow, input: CompareGateInput): string | null {
  const { from_run, kept, oldest_reply } = side;
  if (from_run === null) {
    const begin = input.attempts.rows.find(({ value }) => isBeginOf(value, row))?.value;
    const since = Math.min(Date.parse(row.ts), Date.parse(begin?.ts ?? row.ts)); // the row of a resumed one is younger than its first replies
    const isLive = oldest_reply === null || Date.parse(oldest_reply) >= since;
    return kept === 0 && isLive ? null : 'used kept replies that name no run';
  }
  const run = fullRunNamed(from_run, input.runs);
  const named = `used trials of run ${from_run.slice(0, 60)}`;
  if (!run?.evidence) return `${named}, which has no row in .eval.jsonl,`;
  if (!isSameEvidence(run.evidence, side)) return `${named}, which evaluated other files,`;
  const lines = input.attempts.rows;
  if (wholeRun(from_run, side, lines) !== 'full')
    return `${named}, which is not noted in .attempts.jsonl as a whole run of these files,`;
  const flaw = flawOfNotes(run, lines) ?? flawOfReplies(run, run.evidence, input)?.why;
  return flaw === undefined ? null : `${named}, which ${flaw},`;
}

function isBeginOf(line: AttemptLine, { run_id, b }: CompareRow): boolean {
  return (
    line.event === 'begin' && line.run_id === run_id && line.kind === 'compare' && isSameEvidence(line.evidence, b)
  );
}

/** Names the cases that must be compared and are not, or have too few pairs. A variant that asks none of the named cases needs all of its own. */
function caseFlaws(row: CompareRow, { cases }: CompareGateInput, { rule }: ComparedInput): readonly CompareFlaw[] {
  const comparable = cases.filter(({ look, subject }) => !look && subject.kind !== 'trigger').map(({ name }) => name);
  const named = comparable.filter((name) => rule.cases?.includes(name));
  const needed = named.length > 0 ? named : comparable;
  const compared = new Map(row.cases.map((entry) => [entry.case, entry]));
  const missing = needed.filter((name) => !compared.has(name));
  if (missing.length > (row.cut ?? 0)) return [{ kind: 'cases', why: `has no pairs of ${listNames(missing)}` }];
  const few = needed.filter((name) => compared.get(name)?.outcome === null);
  const isTooFew = named.length > 0 ? few.length > 0 : few.length === compared.size;
  return isTooFew ? [{ kind: 'cases', why: `has too few pairs of ${listNames(few)} to decide anything` }] : [];
}

/** Tolerance for rounding by JSON. */
const tolerance = 1 + 1e-9;

function boundFlaws({ not_worse_by, alpha }: CompareRow, { rule }: ComparedInput): readonly CompareFlaw[] {
  const flaws: CompareFlaw[] = [];
  if (not_worse_by > rule.not_worse_by * tolerance) {
    const why = `allows a loss of ${pointsOf(not_worse_by)}, and compare: allows ${pointsOf(rule.not_worse_by)}`;
    flaws.push({ kind: 'margin', why });
  }
  if (alpha > defaultSignificanceLevel * tolerance) {
    flaws.push({ kind: 'margin', why: `was decided at ${alpha}, and ${defaultSignificanceLevel} is the most` });
  }
  return flaws;
}

/** With `tries: corrected`: compares the level with that of the comparison's number on its files, whatever the row claims. */
function levelFlaws(row: CompareRow, { prompt, attempts }: CompareGateInput): readonly CompareFlaw[] {
  if (prompt.promotion.tries !== 'corrected' || row.same === true) return [];
  const attempt = compareAttemptOf(row, attempts.rows);
  const most = compareLevel(attempt);
  if (row.alpha <= most * tolerance) return [];
  const decided = `is comparison ${attempt} of these files and was decided at ${percentText(row.alpha)}`;
  return [{ kind: 'margin', why: `${decided}, where comparison ${attempt} has at most ${percentText(most)}` }];
}

/** Returns the last comparison of these files that ended after a row, or at all, and whose own row is gone from the log or was changed. */
export function unrecordedAfter(
  row: CompareRow | undefined,
  { prompt, evidenceNow, attempts }: CompareGateInput,
  { log }: ComparedInput,
): string | null {
  const isRecorded = (end: AttemptEnd) =>
    log.rows.some(({ value }) => value.run_id === end.run_id && isRowOf(end, value, attempts.rows));
  const ends = [...lastEnds(attempts.rows).values()].filter(
    (end) =>
      end.kind === 'compare' &&
      end.row !== undefined &&
      end.id === prompt.id &&
      evidenceNow !== null &&
      isSameEvidence(end.evidence, evidenceNow) &&
      !(row && Date.parse(end.ts) < Date.parse(row.ts)),
  );
  return ends.findLast((end) => !isRecorded(end))?.run_id ?? null;
}

/** Describes how a row that shows "not worse" contradicts itself or `.attempts.jsonl`. */
function contradictions(row: CompareRow, { attempts }: CompareGateInput): readonly CompareFlaw[] {
  const { same, outcome, cases, run_id, a, b } = row;
  if (outcome !== 'better' && outcome !== 'not_worse') return [];
  const isAsGood = (entry: ComparedCase) =>
    (entry.outcome === null && !isLost(entry, row)) ||
    entry.outcome === 'better' ||
    (outcome === 'not_worse' && entry.outcome === 'not_worse');
  const unlike = cases.filter((entry) => !isAsGood(entry)).map((entry) => entry.case);
  const flaws = [
    ...(unlike.length === 0 ? [] : [`contradicts itself: it is ${outcome}, and not so in ${listNames(unlike)}`]),
    ...(same && (a.prompt !== b.prompt || a.models !== b.models)
      ? ['contradicts itself: it names two versions as the same']
      : []),
    ...(attempts.rows.some(({ value }) => value.run_id === run_id && isRed(value))
      ? ['contradicts .attempts.jsonl, where it is red']
      : []),
  ];
  return flaws.map((why) => ({ kind: 'contradiction', why }));
}

/** Returns true for a case with a loss that is shown however many cases it is corrected for. */
function isLost({ fail_p }: ComparedCase, { cases, cut = 0, alpha }: CompareRow): boolean {
  return fail_p !== null && fail_p * (cases.length + cut) < alpha;
}

function outcomeFlaws({ outcome, not_worse_by, a }: CompareRow, { rule }: ComparedInput): readonly CompareFlaw[] {
  const label = oneLine(a.label.slice(0, 80));
  const by = pointsOf(not_worse_by);
  if (outcome === 'worse')
    return [{ kind: 'worse', why: `shows that the files are worse than ${label} by more than ${by}` }];
  if (outcome === 'undecided') {
    return [{ kind: 'undecided', why: `does not show that the files are not worse than ${label} by more than ${by}` }];
  }
  if (!rule.better || outcome === 'better') return [];
  return [{ kind: 'not_better', why: `does not show that the files are better than ${label}` }];
}
