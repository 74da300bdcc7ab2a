import type { Outcome } from '#model/run/verdict.js';
import { count, plural } from '../text/numbers.js';
import { plainPaint, resultWidth, type Screen } from '../text/screen.js';
import { clip, column, displayWidth, paragraphs, visible } from '../text/visible.js';
import { missText } from '../view/reasons.js';
import type { CaseView, Claim, TriggeringFacts, View } from '../view/view.js';
import { caseBlock, gaveUpLines } from './case-block.js';
import { claimLines, claimParts, decisionParts } from './claim-words.js';
import { datasetSummary } from './dataset-block.js';
import { headingLines, joinedLines, markFor, namesOnOneLine, paintedMark, separator } from './heading.js';
import { lookBlock, lookHeading } from './look.js';
import { commandLines, nextLines, runTotalLines, sureLines } from './run-totals.js';
import { unfinishedLines } from './unfinished.js';
import { triggeringParts, verdictLines } from './verdict-lines.js';

const mostBlocks = 20;

/** The maximum number of passed cases with one line each. More share one line. */
const mostListed = 10;

/** Renders a new run, whose progress is shown above: the verdict, failed cases with examples, totals, and the next commands. */
export function prettyView(view: View, screen: Screen): string {
  return paragraphs([
    verdictLines(view, screen),
    caseSections(view, screen),
    [...sureLines(shownFigures(view), screen), ...runTotalLines(view, screen), ...nextLines(view, screen, true)],
  ]);
}

/** Renders a stored run: the verdict, one line per case, totals, and the commands that show its replies. */
export function prettyOverview(view: View, screen: Screen): string {
  return paragraphs([
    verdictLines(view, screen),
    caseLines(view, screen),
    [...sureLines(listedFigures(view), screen), ...runTotalLines(view, screen)],
    commandLines(view, screen),
  ]);
}

/** Renders one of several runs: of one that passed only its looks, and no exit code, since both are in the table of all runs. */
export function prettyAmongSeveral(view: View, screen: Screen): string {
  const looks = view.cases.filter(({ outcome }) => outcome === 'shown');
  if (view.outcome === 'collected') return '';
  if (view.outcome === 'passed') {
    return looks.length === 0
      ? ''
      : paragraphs([verdictLines(view, screen), looks.flatMap((one) => lookBlock(one, screen))]);
  }
  const end = [...sureLines(shownFigures(view), screen), ...nextLines(view, screen, false)];
  return paragraphs([verdictLines(view, screen), caseSections(view, screen), end]);
}

function caseSections(view: View, screen: Screen): string[] {
  const { cases, triggering } = view;
  const by = (...outcomes: readonly CaseView['outcome'][]) => cases.filter(({ outcome }) => outcomes.includes(outcome));
  const red = by('failed', 'inconclusive');
  const blocks = red.slice(0, mostBlocks).map((caseView) => caseBlock(caseView, screen));
  const more = red.length - blocks.length;
  if (view.shard) return shardLines(cases, screen);
  const shown = by('passed').filter(isOnDataset).slice(0, mostListed);
  const folded = by('passed').filter((one) => !shown.includes(one));
  return [
    ...unfinishedLines(by('unfinished'), screen),
    ...blocks.flat(),
    ...(more > 0 ? [`   … ${plural(more, 'more case')} did not pass`] : []),
    ...passedLines(folded, screen),
    ...shown.flatMap((one) => (one.dataset ? datasetSummary(one, one.dataset, screen) : [])),
    ...(triggering ? triggeringLine(triggering, screen) : []),
    ...by('shown').flatMap((one) => lookBlock(one, screen)),
  ];
}

function isOnDataset({ dataset }: CaseView): boolean {
  return dataset !== null;
}

function shardLines(cases: readonly CaseView[], screen: Screen): string[] {
  const by = (outcome: CaseView['outcome']) => cases.filter((caseView) => caseView.outcome === outcome);
  return [...unfinishedLines(by('unfinished'), screen), ...collectedLines(by('collected'), screen)];
}

/** Renders one line per case, and slices and classes of data sets. If there are more than ten, those that passed share one. */
function caseLines({ cases, triggering, shard }: View, screen: Screen): string[] {
  if (shard) return shardLines(cases, screen);
  const unfinished = cases.filter(({ outcome }) => outcome === 'unfinished');
  const passed = cases.filter(({ outcome }) => outcome === 'passed');
  const red = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive');
  const isFolded = passed.length > mostListed;
  return [
    ...unfinishedLines(unfinished, screen),
    ...listedLines([...red, ...(isFolded ? [] : passed)], screen),
    ...(isFolded ? passedLines(passed, screen) : []),
    ...(triggering ? triggeringLine(triggering, screen) : []),
    ...cases.filter(({ outcome }) => outcome === 'shown').flatMap((one) => lookHeading(one, screen)),
  ];
}

type Figures = Parameters<typeof sureLines>[0];

/** Returns the claims and data sets whose bounds are printed: of red cases in full, and of passed data sets. */
function shownFigures({ cases, shard }: View): Figures {
  if (shard) return { claims: [], datasets: [] };
  const red = cases.filter(({ outcome }) => outcome === 'failed' || outcome === 'inconclusive').slice(0, mostBlocks);
  const passed = cases.filter((one) => one.outcome === 'passed' && isOnDataset(one)).slice(0, mostListed);
  const shown = [...red, ...passed];
  return { claims: shown.flatMap(({ claims }) => claims), datasets: shown.map(({ dataset }) => dataset) };
}

/** Returns the same of a list: of a case that is not on a data set the claim in its heading, or of several those that did not pass. */
function listedFigures({ cases, shard }: View): Figures {
  if (shard) return { claims: [], datasets: [] };
  const isFolded = cases.filter(({ outcome }) => outcome === 'passed').length > mostListed;
  const listed = cases.filter(({ outcome }) => outcome !== 'unfinished' && !(isFolded && outcome === 'passed'));
  return { claims: listed.flatMap(listedClaims), datasets: listed.map(({ dataset }) => dataset) };
}

function listedClaims(caseView: CaseView): readonly Claim[] {
  return caseView.claims.length === 1 || caseView.dataset ? caseView.claims : openClaims(caseView);
}

function openClaims({ claims }: CaseView): readonly Claim[] {
  return claims.length === 1 ? [] : claims.filter(({ outcome }) => outcome !== 'passed');
}

function passedLines(cases: readonly CaseView[], screen: Screen): string[] {
  if (cases.length === 0) return [];
  const title = `${count(cases.length)} passed`;
  const named = [...cases.filter(({ kind }) => kind !== 'trigger'), ...cases.filter(({ kind }) => kind === 'trigger')];
  const names = namesOnOneLine(
    resultWidth(screen) - title.length - 5,
    named.map(({ name }) => name.raw),
  );
  return [
    ...headingLines({ mark: markFor('passed', screen), name: title, parts: [names] }, screen),
    ...cases.flatMap((caseView) =>
      caseView.trials.gave_up > 0
        ? [
            `     ${clip(caseView.name.raw, resultWidth(screen) - 40)}: ${count(caseView.trials.gave_up)} of ${count(caseView.trials.total)} users gave up`,
          ]
        : [],
    ),
  ];
}

const widestMiss = 60;

function listedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const width = resultWidth(screen);
  const widest = Math.max(0, ...cases.map(({ name }) => displayWidth(name.raw)).filter((own) => own <= width / 2));
  return cases.flatMap((caseView) => {
    if (caseView.dataset) return datasetSummary(caseView, caseView.dataset, screen);
    const below = [
      ...openClaims(caseView).flatMap((one) => claimLines(one, caseView, screen)),
      ...gaveUpLines(caseView),
    ];
    const parts = decidedParts(caseView);
    const words = visible(parts.join(separator));
    const isTable = Math.max(widest, displayWidth(caseView.name.raw)) + 5 + displayWidth(words) <= width;
    if (!isTable) {
      const mark = markFor(caseView.outcome, screen);
      return [...headingLines({ mark, name: caseView.name.raw, parts }, screen), ...below];
    }
    const line = ` ${paintedMark(caseView.outcome, screen)} ${column(caseView.name.raw, Math.max(widest, displayWidth(caseView.name.raw)))}  ${screen.paint.dim(words)}`;
    return [line.trimEnd(), ...below];
  });
}

/** Returns the figures of a case; for a single trial, its misses or the number of checks that hold. */
function decidedParts(caseView: CaseView): readonly string[] {
  const [claim, ...others] = caseView.claims;
  if (others.length > 0) return decisionParts(caseView);
  const [example] = caseView.groups.map((group) => group.example);
  if (caseView.trials.asked > 1 || !example) return claim ? claimParts(claim) : [];
  if (caseView.misses.length > 0) return caseView.misses.slice(0, 1).map((miss) => clip(missText(miss), widestMiss));
  const checks = example.findings.filter(({ kind }) => kind === 'check').length;
  const judged = example.findings.flatMap(({ kind, about, score, scale }) =>
    kind === 'rubric' && score !== undefined
      ? [`${about.raw === 'rubric' ? 'judge' : about.raw} ${score}${scale ? ` of ${scale.best}` : ''}`]
      : [],
  );
  return [...(checks > 0 ? [plural(checks, 'check')] : []), ...judged];
}

function collectedLines(cases: readonly CaseView[], screen: Screen): string[] {
  const mark = { text: ' ' };
  const width = resultWidth(screen);
  const widest = Math.max(0, ...cases.map(({ name }) => displayWidth(name.raw)));
  return cases.flatMap((caseView) => {
    const words = `${count(caseView.trials.total)} of its ${plural(caseView.trials.asked, 'trial')}`;
    if (widest + 5 + words.length <= width) return [`   ${column(caseView.name.raw, widest)}  ${words}`];
    return headingLines({ mark, name: caseView.name.raw, parts: [words] }, screen);
  });
}

function triggeringLine(facts: TriggeringFacts, screen: Screen): string[] {
  const text = `triggering  ${triggeringParts(facts).join(separator)}`;
  return joinedLines([text], resultWidth(screen) - 3).map((line) => `   ${line}`);
}

/** The outcome of a scenario; `unfinished` if missing conversations could change it. */
export type ScenarioOutcome = Outcome | 'unfinished';

/** The outcome of a prompt; `shown` if it judged nothing. */
export type PromptOutcome = ScenarioOutcome | 'shown';

const screenOfLibrary = { paint: plainPaint, width: 100, eva: 'npx eva' };

/** Renders the run of a prompt for a program. `report` is the command that shows the run. */
export function renderPrompt(view: View, report: string): string {
  const text = prettyAmongSeveral(view, screenOfLibrary) || verdictLines(view, screenOfLibrary).join('\n');
  return withReport(text, view, report);
}

/** Renders the run of one scenario for a program. `report` is the command that shows the run; null if no run is kept. */
export function renderScenario(view: View, report: string | null): string {
  const { cases, outcome } = view;
  const claimed = cases.filter(({ claims }) => claims.length > 1);
  const detail =
    outcome === 'passed'
      ? [
          ...caseLines(view, screenOfLibrary),
          ...claimed.flatMap((one) => one.claims.flatMap((claim) => claimLines(claim, one, screenOfLibrary))),
        ]
      : caseSections(view, screenOfLibrary);
  const figures = { claims: cases.flatMap(({ claims }) => claims), datasets: cases.map(({ dataset }) => dataset) };
  const next = outcome === 'passed' ? [] : nextLines(view, screenOfLibrary, false);
  const end = [...sureLines(figures, screenOfLibrary), ...next];
  return withReport(paragraphs([verdictLines(view, screenOfLibrary), detail, end]), view, report);
}

function withReport(text: string, { outcome, next }: View, report: string | null): string {
  const isNamed = report === null || outcome === 'passed' || next.length > 0;
  return text.replace(/^\n+|\n+$/g, '') + (isNamed ? '' : `\n ${report}   the run`);
}
