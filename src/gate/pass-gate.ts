import { type Case, replacesSlowAnswers } from '#model/case.js';
import type { Dataset } from '#model/dataset.js';
import { oneWholeSource } from '#model/reply/reply-sources.js';
import type { AttemptEnd, AttemptOutcome } from '#model/run/attempt.js';
import { type EvidenceDigests, isSameEvidence } from '#model/run/run.js';
import { flagWords, joinFirstThree, listNames, oneLine, promptWord } from '#model/text/quoted.js';
import { attemptsOn, isNotPassed, isRedRun, isRowOf, lastEnds } from '#run/attempts/attempts.js';
import { type FullRun, partialRunsAfter, repliesSince } from '#run/attempts/full-run.js';
import { rowSources } from '#run/attempts/kept-evidence.js';
import { type VersionsOnData, versionsOnData } from '#run/attempts/next-attempt.js';
import { caseContradictions } from '#run/attempts/row-contradictions.js';
import { type RunLog, recordedRuns } from '#store/logs/eval-log.js';
import type { KeptRun } from '#store/run/kept-runs.js';
import { type EvalGatesInput, evalRemedy, type Gate, met, unmet } from './gate.js';
import { flawOfNotes } from './real-gate.js';
import { ratesNote } from './weaker-claims.js';

const narrowed = 'narrowed by --case, --items or --item';

export function noRun(input: EvalGatesInput): Gate {
  const { prompt, runs } = input;
  const partial = partialRunsAfter(null, prompt.id, runs);
  const waiting = waitingRun(input);
  const nameless = runs.rows.filter(({ value }) => value['id'] === undefined).length;
  const reasons = ['there is no full run of this prompt in .eval.jsonl'];
  if (partial > 0) reasons.push(`there ${doNotCount(partial, narrowed)}`);
  if (nameless > 0) reasons.push(`there ${doNotCount(nameless, 'of the original eva, without evidence')}`);
  if (waiting) reasons.push(waitingText(waiting));
  return unmet('eval', reasons.join('; '), runOrResume(input));
}

/** Returns the newest whole run of the current files that waits for labels of people. */
function waitingRun({ prompt, evidenceNow, folders }: EvalGatesInput): KeptRun | undefined {
  return folders.findLast(
    ({ id, waits_for, partial, evidence }) =>
      id === prompt.id &&
      waits_for !== undefined &&
      !partial &&
      evidenceNow !== null &&
      isSameEvidence(evidence, evidenceNow),
  );
}

function waitingText({ run_id, waits_for = 0 }: KeptRun): string {
  return `run ${run_id} of these files waits for ${waits_for} ${waits_for === 1 ? 'label' : 'labels'} of people`;
}

function labelRemedy({ run_id }: KeptRun): string {
  return `run: eva label ${run_id}`;
}

/** Decides whether the most recent full run passed, its row agrees with the cases, and every later run has a row. */
export function passGate(latest: FullRun, input: EvalGatesInput): Gate {
  const { prompt, runs } = input;
  const reason =
    latest.notPassed ??
    contradictionWithFiles(latest, input) ??
    contradictionWithRuns(latest, input) ??
    flawOfNotes(latest, input.attempts.rows);
  if (reason !== null) {
    const since = partialSince(latest, prompt.id, runs);
    return unmet('eval', `${latest.name}, the most recent full run, ${reason}${since}`, remedyAfterRed(latest, input));
  }
  const later = unrecordedAfter(latest, input).at(-1);
  if (!later) {
    const passed = `${latest.name} passed${ratesNote(input.cases)}${slowAnswersNote(input.cases)}`;
    return met('eval', [passed, ...datasetLines(latest, input)].join('\n'));
  }
  const waiting = waitingRun(input);
  if (waiting && waiting.run_id === later.run_id)
    return unmet('eval', `${latest.name} passed, but later ${waitingText(waiting)}`, labelRemedy(waiting));
  const isChanged = recordedRuns(runs).has(later.run_id);
  const message = `${latest.name} passed, but run ${later.run_id} of the same files finished later and ${isChanged ? 'has another row or begin line than .attempts.jsonl noted at its end' : 'has no row in .eval.jsonl'}`;
  const isKept = input.folderNames.has(later.run_id) && !isChanged;
  const remedy = isKept
    ? `run: eva eval ${promptWord(prompt.id)} ${flagWords('--resume', later.run_id)} (writes its row)`
    : `${isChanged ? 'restore .eval.jsonl and .attempts.jsonl as eva wrote them, or ' : ''}${evalRemedy(input)}`;
  return unmet('eval', message, remedy);
}

/** Returns the remedy after a run that did not pass. Running unchanged files again is only another attempt. */
function remedyAfterRed(latest: FullRun, input: EvalGatesInput): string {
  const { evidenceNow } = input;
  const isOfThese = latest.evidence && evidenceNow && isSameEvidence(latest.evidence, evidenceNow);
  const wasRed = !latest.row.all_passed || contradictionWithRuns(latest, input) !== null;
  if (!isOfThese) return runOrResume(input);
  if (!wasRed) return evalRemedy(input);
  return `change what failed, then ${evalRemedy(input)} (the same files again are one more attempt)`;
}

/** Describes the number of later partial runs, as the end of a sentence. */
function partialSince(latest: FullRun, id: string, runs: RunLog): string {
  const partial = partialRunsAfter(latest, id, runs);
  return partial === 0 ? '' : `; since then there ${doNotCount(partial, narrowed)}`;
}

function doNotCount(count: number, what: string): string {
  return count === 1 ? `is 1 run ${what}, which does not count` : `are ${count} runs ${what}, which do not count`;
}

/** Describes how a row of the current files contradicts them; null if it does not, or if the row is of other files. */
function contradictionWithFiles(latest: FullRun, { cases, evidenceNow }: EvalGatesInput): string | null {
  if (!latest.evidence || !evidenceNow || !isSameEvidence(latest.evidence, evidenceNow)) return null;
  const unlike = caseContradictions(latest.row, cases);
  return unlike.length === 0 ? null : `contradicts the files: ${joinFirstThree(unlike)}`;
}

/** Lists finished runs of the same files that are not older than the replies of `latest` and lack their row: it was never written, deleted or changed. */
function unrecordedAfter(latest: FullRun, input: EvalGatesInput): readonly { readonly run_id: string }[] {
  const { prompt, evidenceNow, runs, folders, attempts } = input;
  if (!evidenceNow) return [];
  const recorded = recordedRuns(runs);
  const isLater = (run: Pick<AttemptEnd, 'id' | 'ts' | 'evidence'>) =>
    run.id === prompt.id && isSameEvidence(run.evidence, evidenceNow) && !(Date.parse(run.ts) < repliesSince(latest));
  const isUnrecorded = (end: AttemptEnd) => {
    const row = recorded.get(end.run_id);
    return !row || !isRowOf(end, row, attempts.rows);
  };
  const isDecided = ({ kind, outcome }: AttemptEnd) =>
    kind === 'full' && (outcome === 'passed' || outcome === 'failed');
  const isWhole = ({ state, isShard, isLook, partial, isCompared }: KeptRun) =>
    state === 'finished' && !isShard && !isLook && !partial && !isCompared;
  return [
    ...[...lastEnds(attempts.rows).values()].filter((end) => isDecided(end) && isLater(end) && isUnrecorded(end)),
    ...folders.filter((run) => isWhole(run) && !recorded.has(run.run_id) && isLater(run)),
  ];
}

/**
 * Describes a contradiction if `.attempts.jsonl` records a run as red, if its folder has another result, or if the one run of the same files whose replies it reuses did not
 * pass; null without one. The same replies to the same cases have the same verdict, unless a file was edited or a check is not pure.
 */
function contradictionWithRuns({ run_id, row, evidence }: FullRun, input: EvalGatesInput): string | null {
  const isNotedRed = input.attempts.rows.some(({ value }) => value.run_id === run_id && isNotPassed(value));
  if (isNotedRed) return 'contradicts .attempts.jsonl, where it is red';
  if (input.folders.some((run) => run.run_id === run_id))
    return `contradicts the folder of run ${run_id}, which has another result`;
  const sources = rowSources(row);
  const source = sources && oneWholeSource(sources);
  if (!source || !evidence || !isRedRun(source, evidence, input)) return null;
  return `contradicts run ${source}, whose replies it reuses and which did not pass`;
}

/** Names the cases with statistical criteria that replace slow answers, as the end of a sentence; empty if no case does. */
function slowAnswersNote(cases: readonly Case[]): string {
  const names = cases.filter(replacesSlowAnswers).map(({ name }) => name);
  return names.length === 0 ? '' : `; timeouts: ask_again replaces slow answers in ${listNames(names)}`;
}

/** Returns the command for a full run of the current files: it labels a run that waits, resumes the last unfinished run, or begins a new one. */
function runOrResume(input: EvalGatesInput): string {
  const { prompt, evidenceNow, attempts, folderNames } = input;
  const waiting = waitingRun(input);
  if (waiting) return labelRemedy(waiting);
  const noted = evidenceNow ? attemptsOn(evidenceNow, attempts.rows) : [];
  const open = noted.findLast(
    ({ kind, again, outcome, run_id }) =>
      kind === 'full' && again === null && withoutRow.includes(outcome) && folderNames.has(run_id),
  );
  return open ? `${evalRemedy({ prompt })} --resume ${open.run_id}` : evalRemedy(input);
}

const withoutRow: readonly (AttemptOutcome | null)[] = ['interrupted', 'unfinished', null];

const partChanges: Readonly<Record<Exclude<keyof EvidenceDigests, 'prompt'>, string>> = {
  cases: 'the cases have changed (eval.yml, what it reads, or the routing texts of meta.yml)',
  judge: 'the judge has changed',
  models: 'the models or their parameters have changed',
};

/** Describes the parts of a prompt's evidence that differ, one sentence each. */
export function changesInWords(
  { body_file }: Pick<EvalGatesInput['prompt'], 'body_file'>,
  before: EvidenceDigests,
  now: EvidenceDigests,
): readonly string[] {
  return changedParts(before, now).map((part) => (part === 'prompt' ? `${body_file} has changed` : partChanges[part]));
}

export function freshGate(latest: FullRun, input: EvalGatesInput): Gate {
  const { prompt, evidenceNow, runs } = input;
  const { evidence } = latest;
  if (!evidence) {
    return unmet('fresh', `${latest.name} does not say which files it evaluated`, evalRemedy(input));
  }
  if (!evidenceNow) {
    return unmet('fresh', `stale: the prompt has no cases now, and had some in ${latest.name}`, 'restore eval.yml');
  }
  const changed = changesInWords(prompt, evidence, evidenceNow);
  if (changed.length === 0) return met('fresh', `${latest.name} evaluated these very files`);
  const message = `stale: ${changed.join(', and ')} since ${latest.name}${partialSince(latest, prompt.id, runs)}`;
  return unmet('fresh', message, runOrResume(input));
}

/**
 * Names the parts that differ. Judge and models are left out if the cases differ: their digests have an entry for each case, so they
 * change with the list of cases.
 */
export function changedParts(before: EvidenceDigests, now: EvidenceDigests): readonly (keyof EvidenceDigests)[] {
  const parts = before.cases === now.cases ? (['prompt', 'judge', 'models'] as const) : (['prompt', 'cases'] as const);
  return parts.filter((part) => before[part] !== now[part]);
}

/**
 * Describes the items on which a run of the current files passed, one line for each case on a data set: items that are left out, and how
 * many versions were decided on the items. Leaves out cases that asked the whole file for the first time, and runs of other files.
 */
function datasetLines({ evidence, ts }: FullRun, input: EvalGatesInput): readonly string[] {
  const { cases, evidenceNow, runs, attempts } = input;
  if (!evidence || !evidenceNow || !isSameEvidence(evidence, evidenceNow)) return [];
  const versions = versionsOnData({ plan: { cases, evidence: evidenceNow }, ts }, { runs, attempts });
  return cases.flatMap((testCase) => lineOf(testCase, versions.get(testCase.name)));
}

function lineOf({ name, dataset }: Case, version: VersionsOnData | undefined): readonly string[] {
  if (!dataset) return [];
  const { items, kept, asked } = dataset;
  const isAgain = version !== undefined && version.number > 1;
  if (asked === items && !isAgain) return [];
  const parts = [
    keptItems(dataset),
    ...(asked < kept ? [`${asked} asked at most`] : []),
    ...(isAgain ? [versionInWords(version)] : []),
  ];
  return [`${shortened(name)}: ${parts.join(', ')}`];
}

function keptItems({ items, kept, filter }: Dataset): string {
  const noun = items === 1 ? 'item' : 'items';
  if (kept === items) return `${kept} ${noun}`;
  return `${kept} of ${items} ${noun}${filter === '' ? '' : ` (${shortened(filter)})`}`;
}

function versionInWords({ number, level }: VersionsOnData): string {
  const version = `version ${number} decided on these items`;
  if (level === null) return version;
  const percent = Math.ceil(Number((100 * level).toPrecision(12)));
  return `${version}: the chance of a false pass among ${number} is up to ${percent} %`;
}

/** The maximum length of a name or filter in a line. */
const mostCharacters = 120;

function shortened(text: string): string {
  const line = oneLine(text.slice(0, 2 * mostCharacters));
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line;
}
