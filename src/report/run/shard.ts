import type { CaseResult, RunResult, Shard } from '#model/run/run.js';
import { column, displayWidth } from '../text/clip.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { justified } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { widestName } from './case-list.js';
import { missingLines } from './missing.js';
import { costEntries, type Ending, goOnLines, tableLines } from './summary.js';

/** A part of a run on a terminal: how much of it was collected. It decides nothing by itself. */
export function prettyShard(result: RunResult, shard: Shard, context: Ending & Screen): string {
  const sections = [
    header(result, shard, context),
    caseLines(result.cases, context),
    missingLines(result.cases.filter(hasMissing), context),
    [...tableLines(entries(result, shard, context), context), '', ...exitLines(result, shard, context)],
    goOnLines(context, context),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

function header({ id, run_id }: RunResult, shard: Shard, screen: Screen): string[] {
  const { paint } = screen;
  const left = [
    { text: ` ${visible(id)}`, colour: paint.bold },
    { text: `  ${inWords(shard)}`, colour: paint.dim },
  ];
  return [justified(left, [{ text: visible(run_id), colour: paint.dim }], usableWidth(screen))];
}

function inWords({ index, of }: Shard): string {
  return `shard ${index} of ${of}`;
}

function caseLines(cases: readonly CaseResult[], screen: Screen): string[] {
  const width = Math.min(widestName(screen), Math.max(0, ...cases.map(({ name }) => displayWidth(name))));
  return cases.map((one) => {
    const { paint } = screen;
    const mine = `${count(collected(one))} of its ${plural(one.sample_size, 'trial')}`;
    return `  ${column(one.name, width)}  ${paint.dim(mine)}`.trimEnd();
  });
}

function entries(result: RunResult, shard: Shard, screen: Screen): readonly [string, string][] {
  const { cases } = result;
  const there = cases.reduce((sum, one) => sum + collected(one), 0);
  const all = cases.reduce((sum, { trials }) => sum + trials.length, 0);
  return [
    ['Trials', `${count(there)} of ${count(all)} collected`],
    ...costEntries(result, screen),
    ['Row', shard.of === 1 ? 'none before eva merge' : `none before eva merge has all ${shard.of} shards`],
  ];
}

function exitLines(result: RunResult, shard: Shard, { exitCode, ...context }: Ending & Screen): string[] {
  const { paint } = context;
  const colour = exitCode === 0 ? paint.green : paint.yellow;
  const missing = result.cases.reduce((sum, one) => sum + one.trials.length - collected(one), 0);
  const meaning =
    missing === 0
      ? `${inWords(shard)} is collected; what it says is decided with the others: eva merge .eva/runs (or the folders that hold all shards)`
      : `${inWords(shard)} is unfinished, ${plural(missing, 'trial')} without a reply`;
  const start = `exit ${exitCode}`;
  return wrap(meaning, usableWidth(context) - start.length - 4).map((line, i) =>
    i === 0 ? `  ${paint.bold(colour(start))}: ${line}` : `    ${' '.repeat(start.length)}${line}`,
  );
}

function collected({ trials }: CaseResult): number {
  return trials.filter(({ outcome }) => outcome !== 'missing').length;
}

function hasMissing({ trials }: CaseResult): boolean {
  return trials.some(({ outcome }) => outcome === 'missing');
}
