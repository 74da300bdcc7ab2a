import type { Case } from '#model/case.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import { plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { justified } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { caseBlock } from './case-block.js';
import { caseList, findCase } from './case-list.js';
import { missingLines } from './missing.js';
import { prettyShard } from './shard.js';
import { type Ending, goOnLines, summaryLines } from './summary.js';
import { triggeringLines } from './triggering.js';

export interface RunContext extends Screen, Ending {
  /** The cases of the plan: sample sizes, thresholds and where each stands in its file. */
  readonly cases: readonly Case[];
}

/** A run on a terminal: every case on a line, what did not pass in full, and a summary. */
export function prettyResult(result: RunResult, context: RunContext): string {
  return result.shard ? prettyShard(result, result.shard, context) : prettyRun(result, context);
}

function prettyRun(result: RunResult, context: RunContext): string {
  const queries = result.cases.filter((one) => one.kind === 'trigger');
  const cases = result.cases.filter((one) => one.kind !== 'trigger');
  const isPassed = (one: CaseResult) => one.passed === true;
  const ordered = [...cases.filter((one) => !isPassed(one)), ...cases.filter(isPassed)];
  const blocks = ordered
    .map((one) => caseBlock(one, findCase(context.cases, one.name), context))
    .filter((lines) => lines.length > 0);
  const sections = [
    header(result, cases.length, queries.length, context),
    caseList(cases, context.cases, context),
    ...blocks.slice(0, mostExpanded),
    moreLines(blocks.length - mostExpanded),
    triggeringLines(result.triggering, queries, context),
    missingLines(result.cases, context),
    summaryLines(result, context, context),
    goOnLines(context, context),
  ];
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${texts.join('\n\n')}\n`;
}

/** Nobody reads more than this on a terminal; all of it is in the run's result.json. */
const mostExpanded = 20;

function moreLines(more: number): string[] {
  return more > 0 ? [`  … and ${plural(more, 'more case')} in result.json of the run`] : [];
}

function header(result: RunResult, cases: number, queries: number, screen: Screen): string[] {
  const { paint } = screen;
  const counts = [
    ...(cases > 0 || queries === 0 ? [plural(cases, 'case')] : []),
    ...(queries > 0 ? [plural(queries, 'query', 'queries')] : []),
  ];
  const left = [
    { text: ` ${visible(result.id)}`, colour: paint.bold },
    { text: `  ${counts.join(' · ')}`, colour: paint.dim },
  ];
  return [justified(left, [{ text: visible(result.run_id), colour: paint.dim }], usableWidth(screen))];
}
