import { groupBy } from '#model/data/collections.js';
import type { Comparison } from '#model/pairs/comparison.js';
import { oneLine } from '#model/text/quoted.js';
import { comparisonFlags, comparisonHead, explanation } from '../compare/compare-text.js';
import { count, plural } from '../text/numbers.js';
import { clip } from '../text/visible.js';
import { listedCases } from '../view/changed-pairs.js';
import { outcomeOfStanding } from '../view/compare-view.js';
import { missText } from '../view/reasons.js';
import { capitalized } from '../view/run-sentence.js';
import type { RunLine, RunsView } from '../view/runs-view.js';
import type { CaseView, Miss, ViewFlag } from '../view/view.js';
import { countedMisses, excerpt } from './case-detail.js';
import { caseEntries, type Entry, isOnlyOfSlices, pairReasons } from './entries.js';
import { LimitedDocument } from './markdown-blocks.js';
import { documentBlocks } from './markdown-document.js';
import { type Reporter, type ReportSurroundings, type RunsReport, walkRuns } from './report.js';
import { type Figures, figureWords, markInWords, runName, sliceName } from './run-words.js';

/** The maximum size of a summary, in bytes. GitHub drops one above 1 MiB. */
const mostSummary = 900_000;

export const github: Reporter = {
  *pieces(report, surroundings) {
    const all = report.kind === 'compare' ? pairAnnotations(report.comparison) : runAnnotations(report, surroundings);
    for (const annotation of all) yield commandText(annotation);
  },
  async *summary(report, { summary_bytes = 0 }) {
    const document = new LimitedDocument(Math.max(0, mostSummary - summary_bytes));
    for await (const one of documentBlocks(report)) document.add(one);
    yield* document.pieces();
  },
};

/** Returns the annotations of a comparison: an error for each case that got worse, a warning for each without a decision. */
function pairAnnotations(comparison: Comparison): Iterable<Annotation> {
  const all = new WorstAnnotations();
  const listed = listedCases(comparison);
  for (const one of listed) {
    const outcome = outcomeOfStanding[one.standing];
    if (outcome !== 'failed' && outcome !== 'inconclusive') continue;
    const title = `${markInWords(outcome)} ${oneLine(one.pairs.case)}`;
    const message = pairReasons(one, comparison).map(oneLine).join('; ');
    const name = outcome === 'failed' ? 'error' : 'warning';
    all.add({ name, title, message, file: null, line: null }, -(one.pairs.difference ?? 0));
  }
  const head = oneLine(comparisonHead(comparison));
  if (comparison.state === 'unfinished') {
    const message = oneLine(explanation(comparison, listed));
    all.add({ name: 'error', title: `? ${head}`, message, file: null, line: null }, Number.POSITIVE_INFINITY);
  }
  for (const message of comparisonFlags(comparison))
    all.add({ name: 'notice', title: head, message: oneLine(message), file: null, line: null }, 0);
  return all.list();
}

/** Ranks a case by its gap to the bar, below runs without replies. */
const unfinishedRank = Number.POSITIVE_INFINITY;

/** Returns the annotations of runs: an error for each case that failed and for each provider that left replies out. */
function runAnnotations(report: RunsReport, { prefix }: ReportSurroundings): Iterable<Annotation> {
  const all = new WorstAnnotations();
  const unfinished: Unfinished[] = [];
  for (const [line, run] of walkRuns(report)) {
    const cases = run?.view.cases ?? [];
    const entries = caseEntries(cases).filter(
      (entry) => entry.outcome === 'failed' || entry.outcome === 'inconclusive',
    );
    for (const entry of entries)
      if (!isOnlyOfSlices(entry)) all.add(caseAnnotation(entry, { line, view: report.view, prefix }), entry.gap);
    if (line.outcome === 'unfinished') unfinished.push(unfinishedOf(line, cases));
  }
  for (const own of groupBy(unfinished, ({ provider }) => provider).values())
    all.add(unfinishedAnnotation(own, prefix), unfinishedRank);
  for (const notice of noticesOf(report.view)) all.add(notice, 0);
  return all.list();
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
    title: `${markInWords(outcome)} ${name}${variant === null ? '' : ` (${variant})`}`,
    message: messageOf(entry),
    ...placeOf(caseView, prefix),
  };
}

function placeOf({ at }: Pick<CaseView, 'at'>, prefix: string): Pick<Annotation, 'file' | 'line'> {
  return at === null ? { file: null, line: null } : { file: prefix + at.file, line: at.line ?? null };
}

function messageOf(entry: Entry): string {
  const claims = figureWords(entry).map((figures) => sentenceOf(figures));
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

function noticesOf({ runs }: RunsView): readonly Annotation[] {
  return (['synthetic', 'partial', 'replayed'] as const).flatMap((flag) => {
    const own = runs.filter(({ flags }) => flags.includes(flag));
    const [word, message] = noticeWords[flag];
    if (own.length === 0) return [];
    return [{ name: 'notice' as const, title: `${word}: ${namesOf(own)}`, message, file: null, line: null }];
  });
}

/** GitHub shows so many annotations of a kind per step. The last of them counts the others. */
const mostShown = 10;

interface Ranked {
  readonly annotation: Annotation;
  readonly rank: number;
}

class WorstAnnotations {
  readonly #kept: Record<CommandName, Ranked[]> = { error: [], warning: [], notice: [] };
  readonly #counts: Record<CommandName, number> = { error: 0, warning: 0, notice: 0 };

  /** Adds an annotation. One with a greater rank is worse; of equal ones the first is. */
  add(annotation: Annotation, rank: number): void {
    const { name } = annotation;
    this.#counts[name] += 1;
    const kept = this.#kept[name];
    const at = kept.findIndex((own) => own.rank < rank);
    kept.splice(at === -1 ? kept.length : at, 0, { annotation, rank });
    kept.length = Math.min(kept.length, mostShown);
  }

  /** Returns the annotations of each kind, the worst first. Of more than ten the tenth says how many there are. */
  *list(): Generator<Annotation> {
    for (const name of ['error', 'warning', 'notice'] as const) {
      const kept = this.#kept[name].map(({ annotation }) => annotation);
      const isFull = this.#counts[name] > mostShown;
      yield* isFull ? kept.slice(0, mostShown - 1) : kept;
      if (isFull) yield moreOf(name, this.#counts[name] - mostShown + 1);
    }
  }
}

const nouns: Readonly<Record<CommandName, string>> = { error: 'errors', warning: 'warnings', notice: 'notices' };

function moreOf(name: CommandName, more: number): Annotation {
  const message = `GitHub shows at most ${mostShown} ${nouns[name]} of a step. The summary of the job lists all.`;
  return { name, title: `${more} more ${nouns[name]}`, message, file: null, line: null };
}

type CommandName = 'error' | 'warning' | 'notice';

/** An annotation of a file on GitHub. Its texts are untrusted. */
interface Annotation {
  readonly name: CommandName;
  readonly title: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** Escapes the message of a command, as the runner of GitHub undoes it. */
function escapeData(visible: string): string {
  return visible.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(visible: string): string {
  return escapeData(visible).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The maximum length of a title, in code points. */
const longestTitle = 200;

function commandText({ name, title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === null ? [] : [`file=${escapeProperty(excerpt(file))}`]),
    ...(file === null || line === null ? [] : [`line=${line}`]),
    `title=${escapeProperty(excerpt(title, longestTitle))}`,
  ];
  return `::${name} ${properties.join(',')}::${escapeData(excerpt(message))}\n`;
}
