import type { Case } from '#model/case.js';
import { unreachable } from '#model/data/unreachable.js';
import type { RunEvent } from '#model/run/event.js';
import type { CaseResult } from '#model/run/run.js';
import { type CaseOutcome, outcomeOf } from '#model/run/run.js';
import { clip, displayWidth } from '../text/clip.js';
import { count } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { painted, spanWidth } from '../text/spans.js';
import { visible } from '../text/visible.js';
import { caseLine, findCase, widestName } from './case-list.js';

/** How far a run has come. */
export interface Progress {
  readonly cases: readonly Case[];
  readonly done: number;
  readonly planned: number;
  readonly decided: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly missing: number;
  /** The case of the trial that ended last; empty before the first. */
  readonly last: string;
}

export const noProgress: Progress = {
  cases: [],
  done: 0,
  planned: 0,
  decided: 0,
  failed: 0,
  inconclusive: 0,
  missing: 0,
  last: '',
};

/** The progress after one more event. */
export function advance(progress: Progress, event: RunEvent): Progress {
  switch (event.event) {
    case 'run_started': {
      const planned = event.plan.cases.reduce((sum, one) => sum + one.sample_size, 0);
      return { ...noProgress, cases: event.plan.cases, planned };
    }
    case 'trial_finished':
      return { ...progress, done: event.done, planned: event.planned, last: event.trial.case };
    case 'case_decided':
      return decidedOne(progress, outcomeOf(event.result));
    case 'run_finished':
      return progress;
    default:
      return unreachable(event);
  }
}

function decidedOne(progress: Progress, outcome: CaseOutcome): Progress {
  const one = (counted: CaseOutcome) => (outcome === counted ? 1 : 0);
  return {
    ...progress,
    decided: progress.decided + 1,
    failed: progress.failed + one('failed'),
    inconclusive: progress.inconclusive + one('inconclusive'),
    missing: progress.missing + one('unknown'),
  };
}

/** One line for a terminal, to be rewritten in place: `12/40 trials · 3 failed · small-file`. At most one column short of the width. */
export function progressLine(progress: Progress, screen: Screen): string {
  const { paint } = screen;
  const head = `${count(progress.done)}/${count(progress.planned)} trials`;
  const counts = [
    { text: counted(progress.failed, 'failed'), colour: paint.red },
    { text: counted(progress.inconclusive, 'inconclusive'), colour: paint.yellow },
    { text: counted(progress.missing, 'without a reply'), colour: paint.yellow },
  ];
  const room = Math.min(Math.floor(screen.width) || 80, 100) - 5 - head.length - spanWidth(counts);
  const last = progress.last !== '' && room >= 8 ? ` · ${clip(progress.last, room)}` : '';
  return painted([{ text: ` ${head}` }, ...counts, { text: last, colour: paint.dim }]);
}

function counted(number: number, what: string): string {
  return number > 0 ? ` · ${count(number)} ${what}` : '';
}

/** For CI, a line that stays for every case that is decided: `[3/8] ✓ small-file  4 checks`. Ends without a newline. */
export function decidedLine(progress: Progress, result: CaseResult, screen: Screen): string {
  const counter = `[${count(progress.decided)}/${count(progress.cases.length)}]`;
  const narrower = { ...screen, width: usableWidth(screen) - counter.length };
  const nameWidth = Math.min(widestName(screen), displayWidth(result.name));
  return `${counter} ${caseLine(result, nameWidth, findCase(progress.cases, result.name), narrower).trimStart()}`;
}

/** A warning of the run on one line, without a newline. */
export function warningLine(message: string, { paint }: Screen): string {
  return `${paint.yellow('warning:')} ${visible(message)}`;
}
