import { groupBy } from '#model/data/collections.js';
import { oneLine } from '#model/text/quoted.js';
import { capitalized } from '#page/run/words/prose.js';
import { clip } from '#report/text/clip.js';
import { count, plural } from '#report/text/numbers.js';
import type { RunLine, RunsView } from '#view/runs/runs-view.js';
import type { CaseView, Miss, ViewFlag } from '#view/view.js';
import { missText } from '#view/words/miss-words.js';
import type { ReportSurroundings, RunsReport } from '../report.js';
import { countedMisses } from '../words/case-detail.js';
import { type Entry, entriesOf, redClaims, redSlices } from '../words/entries.js';
import { type Figures, figuresOf, sliceName } from '../words/figures.js';
import { markOf, runName } from '../words/run-words.js';
import { walkRuns } from '../words/walk-runs.js';
import { WorstAnnotations } from './annotations.js';
import type { Annotation } from './command.js';

/** Ranks a case by its gap to the bar, below runs without replies. */
const unfinishedRank = Number.POSITIVE_INFINITY;

/** Returns the annotations of runs: an error for each case that failed and for each provider that left replies out. */
export function runAnnotations(report: RunsReport, { prefix }: ReportSurroundings): Iterable<Annotation> {
  const all = new WorstAnnotations();
  const unfinished: Unfinished[] = [];
  for (const [line, run] of walkRuns(report)) {
    const cases = run?.view.cases ?? [];
    const entries = entriesOf(cases).filter((entry) => entry.outcome === 'failed' || entry.outcome === 'inconclusive');
    for (const entry of entries)
      if (!isOnlyOfSlices(entry)) all.add(caseAnnotation(entry, { line, view: report.view, prefix }), entry.gap);
    if (line.outcome === 'unfinished') unfinished.push(unfinishedOf(line, cases));
  }
  for (const own of groupBy(unfinished, ({ provider }) => provider).values())
    all.add(unfinishedAnnotation(own, prefix), unfinishedRank);
  for (const notice of noticesOf(report.view)) all.add(notice, 0);
  return all.list();
}

function isOnlyOfSlices({ caseView, slice }: Entry): boolean {
  return !slice && redClaims(caseView).length === 0 && redSlices(caseView).length > 0;
}

interface Place {
  readonly line: RunLine;
  readonly view: RunsView;
  readonly prefix: string;
}

function caseAnnotation(entry: Entry, { line, view, prefix }: Place): Annotation {
  const { caseView, slice, outcome } = entry;
  const { variant } = runName(line, view);
  const name = oneLine(caseView.name.raw) + (slice ? ` [${oneLine(sliceName(slice, '='))}]` : '');
  return {
    name: outcome === 'failed' ? 'error' : 'warning',
    title: `${markOf(outcome)} ${name}${variant === null ? '' : ` (${variant})`}`,
    message: messageOf(entry),
    ...placeOf(caseView, prefix),
  };
}

function placeOf({ at }: Pick<CaseView, 'at'>, prefix: string): Pick<Annotation, 'file' | 'line'> {
  return at === null ? { file: null, line: null } : { file: prefix + at.file, line: at.line ?? null };
}

/** Renders why an entry has its outcome: `4 of 11 trials (36%), at most 65%; the bar is 80%. Missed 7 times: not_matches`. */
function messageOf(entry: Entry): string {
  const claims = figuresOf(entry).map((figures) => sentenceOf(figures));
  const missed = entry.slice ? '' : missedText(entry.caseView);
  return [entry.outcome === 'inconclusive' ? 'Inconclusive:' : '', ...claims, missed]
    .filter((part) => part !== '')
    .join(' ');
}

function sentenceOf({ claim, seen, bound, bar, notes, advice }: Figures): string {
  const start = [seen, bound, ...notes].filter((part) => part !== '').join(', ');
  const end = bar === '' ? '' : /^every /.test(bar) ? `; ${bar}` : `; the bar is ${bar}`;
  const more = advice.map((text) => ` ${capitalized(text)}.`).join('');
  return capitalized(`${claim === '' ? '' : `${oneLine(claim)}: `}${oneLine(start)}${end}.${more}`);
}

/** The maximum number of misses that are named, and the width of each. */
const mostMisses = 2;
const widestMiss = 120;

function missedText(caseView: CaseView): string {
  if (caseView.trials.asked === 1) return '';
  const named = countedMisses(caseView).slice(0, mostMisses);
  const texts = named.map((miss) => `${plural(miss.times, 'time')}: ${clip(oneLine(nameOf(miss)), widestMiss)}`);
  return texts.length === 0 ? '' : `Missed ${texts.join('; ')}`;
}

function nameOf(miss: Miss): string {
  return missText(miss.kind === 'answer' ? miss : { ...miss, reason: null });
}

/** A run that lacks replies. */
interface Unfinished {
  readonly provider: string;
  readonly line: RunLine;
  readonly missing: number;
  readonly at: CaseView['at'];
  readonly reason: string | null;
}

function unfinishedOf(line: RunLine, cases: readonly CaseView[]): Unfinished {
  const open = cases.filter(({ outcome }) => outcome === 'unfinished');
  const model = line.facts.find(({ name }) => name === 'model')?.value;
  return {
    provider: typeof model === 'object' ? providerIn(model.raw) : '',
    line,
    missing: open.reduce((sum, { trials }) => sum + trials.missing, 0),
    at: open[0]?.at ?? null,
    reason: line.reason?.raw ?? open.flatMap(({ missing }) => missing)[0]?.reason.raw ?? null,
  };
}

/** Returns the provider in the name of a model: `openai` of `openai:gpt-6`. Names without one are of the same provider. */
function providerIn(model: string): string {
  const at = model.indexOf(':');
  return at === -1 ? '' : model.slice(0, at);
}

/** The maximum number of prompts that an annotation names. */
const mostNamed = 5;

function unfinishedAnnotation(runs: readonly Unfinished[], prefix: string): Annotation {
  const missing = runs.reduce((sum, own) => sum + own.missing, 0);
  const reason = runs.find((own) => own.reason !== null)?.reason ?? null;
  const lacks = missing === 0 ? 'Not every reply is there' : `${plural(missing, 'reply is', 'replies are')} missing`;
  return {
    name: 'error',
    title: `? unfinished: ${namesOf(runs.map(({ line }) => line))}`,
    message: `${lacks}.${reason === null ? '' : ` ${oneLine(reason)}`}`,
    ...placeOf({ at: runs[0]?.at ?? null }, prefix),
  };
}

function namesOf(lines: readonly RunLine[]): string {
  const names = [...new Set(lines.map(({ id }) => oneLine(id.raw)))];
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${count(more)} more`] : [])].join(', ');
}

const noticeWords = {
  synthetic: ['SYNTHETIC', 'At least one reply was written by hand, not by a model.'],
  partial: ['partial', 'Some cases or items were left out, so the result opens no gate.'],
  replayed: ['replayed', 'No model was called: every reply is recorded.'],
} as const satisfies Partial<Record<ViewFlag, readonly [string, string]>>;

/** Returns a notice for each fact that limits a verdict, with the prompts that it is about. */
function noticesOf({ runs }: RunsView): readonly Annotation[] {
  return (['synthetic', 'partial', 'replayed'] as const).flatMap((flag) => {
    const own = runs.filter(({ flags }) => flags.includes(flag));
    const [word, message] = noticeWords[flag];
    if (own.length === 0) return [];
    return [{ name: 'notice' as const, title: `${word}: ${namesOf(own)}`, message, file: null, line: null }];
  });
}
