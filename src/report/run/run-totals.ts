import { defaultSignificanceLevel } from '#model/limits.js';
import { clock, count, plural, sure, usdWithSource } from '../text/numbers.js';
import { asCalled, resultWidth, type Screen } from '../text/screen.js';
import { displayWidth, visible, wrap } from '../text/visible.js';
import type { DatasetView, SliceFieldView } from '../view/dataset-view.js';
import { factTexts, numberOf } from '../view/facts.js';
import { hasFigure } from '../view/reasons.js';
import type { Claim, ContinuationNeed, Next, View } from '../view/view.js';
import { exitMark, joinedLines } from './heading.js';

export function sureLines(
  { claims, datasets }: { readonly claims: readonly Claim[]; readonly datasets: readonly (DatasetView | null)[] },
  screen: Screen,
): string[] {
  const levels = [
    ...claims.flatMap((claim) => (hasFigure(claim) ? (claim.significance_level ?? []) : [])),
    ...datasets.flatMap((dataset) => (dataset?.slices ?? []).flatMap(levelsOfSlices)),
  ];
  const level = levels.includes(defaultSignificanceLevel) ? defaultSignificanceLevel : levels[0];
  if (level === undefined) return [];
  return wrap(sureText(level), resultWidth(screen) - 1).map((line) => ` ${screen.paint.dim(line)}`);
}

export function sureText(level: number): string {
  const wrong = `${Number((level * 100).toPrecision(4))}%`;
  return `"at least" and "at most" are ${sure(level)} sure: each is wrong in at most ${wrong} of runs`;
}

/** Returns the level of a field with bounds. Shares that are counted, since all items of a file were asked, have none. */
function levelsOfSlices({ rows, significance_level }: SliceFieldView): readonly number[] {
  const hasBounds = rows.some(({ lower, upper, estimate }) => (lower ?? upper) !== null && lower !== estimate);
  return hasBounds ? [significance_level] : [];
}

export function runTotalLines(view: View, screen: Screen): string[] {
  const cost = view.facts.find(({ name }) => name === 'cost')?.value;
  const saved = numberOf(view, 'trials_saved');
  const [row] = factTexts(view, 'row');
  const parts = [
    ...(typeof cost === 'number' ? [usdWithSource(cost, factTexts(view, 'built_in_prices'))] : tokenParts(view)),
    clock(numberOf(view, 'duration')),
    ...(saved > 0 ? [`${plural(saved, 'trial')} saved by stopping early`] : []),
    ...(view.flags.includes('synthetic') || numberOf(view, 'replies_model') === 0 ? [] : sourceParts(view)),
    ...timeoutParts(view),
    row === undefined ? noRowText(view, screen) : `row in ${visible(row)}`,
  ];
  return joinedLines(parts, resultWidth(screen) - 1).map((line) => ` ${line}`);
}

function tokenParts(view: View): string[] {
  const [input, output] = [numberOf(view, 'input_tokens'), numberOf(view, 'output_tokens')];
  if (numberOf(view, 'replies_model') === 0 || input + output === 0) return [];
  const unmetered = numberOf(view, 'unmetered_replies');
  return [
    `${count(input)} tokens in, ${count(output)} out`,
    ...(unmetered > 0 ? [`${plural(unmetered, 'reply', 'replies')} without a count`] : []),
  ];
}

function sourceParts(view: View): string[] {
  const [recorded, application] = [numberOf(view, 'replies_recorded'), numberOf(view, 'replies_application')];
  return [
    ...(recorded > 0 ? [plural(recorded, 'kept reply', 'kept replies')] : []),
    ...(application > 0 ? [`${plural(application, 'reply', 'replies')} from the application`] : []),
  ];
}

function timeoutParts(view: View): string[] {
  const [failed, again, asking] = (['timed_out_trials', 'calls_made_again', 'cases_asking_again'] as const).map(
    (name) => numberOf(view, name),
  );
  return [
    ...(failed ? [`${plural(failed, 'trial')} failed on a timeout`] : []),
    ...(again ? [`${plural(again, 'call')} made again after a timeout`] : []),
    ...(asking ? [`slow replies may be replaced in ${plural(asking, 'case')} (timeouts: ask_again)`] : []),
  ];
}

function noRowText({ outcome, shard, flags }: View, screen: Screen): string {
  if (shard) return `no row before ${asCalled('eva merge', screen)}`;
  if (flags.includes('waiting')) return 'no row before the labels';
  return outcome === 'unfinished' ? 'no row: an unfinished run is no evidence' : 'no row';
}

export function nextLines(view: View, screen: Screen, withExit: boolean): string[] {
  const exit = withExit ? exitOf(view, screen) : '';
  const exitWidth = withExit ? `exit ${view.exit_code}`.length : 0;
  const resume = view.next.find(({ name }) => name === 'resume' || name === 'merge' || name === 'label');
  const shown =
    resume ?? view.next.find(({ name }) => name === 'failing') ?? view.next.find(({ name }) => name === 'all');
  if (!shown) return withExit ? [` ${exit}`] : [];
  const how = whatText(shown, view);
  const command = visible(asCalled(shown.command.raw, screen));
  const width = resultWidth(screen);
  const inline = `${command}   ${how}`;
  const end = withExit ? exitWidth + 2 : 0;
  if (1 + displayWidth(inline) + end <= width) {
    const gap = ' '.repeat(Math.max(2, width - 1 - displayWidth(inline) - exitWidth));
    return [` ${screen.paint.cyan(command)}   ${how}${withExit ? gap + exit : ''}`];
  }
  const below = wrap(command, width - 3).map((line) => `   ${screen.paint.cyan(line)}`);
  return [...wrap(`${how}:`, width - 1).map((line) => ` ${line}`), ...below, ...(withExit ? [` ${exit}`] : [])];
}

export function commandLines(view: View, screen: Screen): string[] {
  const width = resultWidth(screen);
  const rows = view.next.map((next) => ({
    command: visible(asCalled(next.command.raw, screen)),
    how: whatText(next, view),
  }));
  const fits = ({ command, how }: (typeof rows)[number], column: number) =>
    1 + Math.max(column, displayWidth(command)) + 3 + displayWidth(how) <= width;
  const ends = rows.filter((row) => fits(row, 0)).map(({ command }) => displayWidth(command));
  const widest = Math.max(0, ...ends.filter((end) => rows.every((row) => !fits(row, 0) || fits(row, end))));
  const lines = rows.flatMap(({ command, how }) =>
    fits({ command, how }, 0)
      ? [` ${screen.paint.cyan(command)}${' '.repeat(Math.max(0, widest - displayWidth(command)) + 3)}${how}`]
      : [...wrap(`${how}:`, width - 1), ...wrap(command, width - 3).map((line) => `  ${screen.paint.cyan(line)}`)].map(
          (line) => ` ${line}`,
        ),
  );
  return [...lines, ` ${exitOf(view, screen)}`];
}

function exitOf({ exit_code, outcome }: View, screen: Screen): string {
  return exitMark(exit_code, screen, outcome === 'failed');
}

function whatText(next: Next, view: View): string {
  const { name, replies = 0 } = next;
  const { shard } = view;
  if (name === 'label') return `people label ${plural(numberOf(view, 'labels_awaited'), 'answer')}, which decides it`;
  if (name === 'resume') return resumeText(next);
  if (name === 'merge')
    return `decides once ${(shard?.of ?? 1) === 1 ? 'the shard is' : `all ${count(shard?.of ?? 1)} shards are`} collected`;
  if (name === 'all') return 'every reply';
  if (name === 'case') return 'one case with its claims and replies';
  if (replies <= 2) return replies === 1 ? 'the failing reply' : 'both failing replies';
  return `all ${count(replies)} failing replies`;
}

const needTexts: Readonly<Record<ContinuationNeed, string>> = {
  recordings: 'the recordings lack replies: run without --replay, or record the replies first',
  budget: 'resume with a larger budget',
  nothing: 'resume',
};

function resumeText({ needs = 'nothing', keeps_replies }: Next): string {
  const kept = keeps_replies && needs !== 'recordings' ? 'every reply is kept, and none is requested again; ' : '';
  return `${kept}${needTexts[needs]}`;
}
