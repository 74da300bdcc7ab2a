import type { Case } from '#model/case.js';
import type { RunEvent } from '#model/event.js';
import type { CaseResult } from '#model/run.js';
import { unreachable } from '#model/unreachable.js';
import { caseLine, findCase, widestName } from './case-list.js';
import { clip, displayWidth } from './clip.js';
import { count } from './numbers.js';
import { type Screen, usableWidth } from './paint.js';
import { painted } from './spans.js';
import { visible } from './visible.js';

/** How far a run has come. */
export interface Progress {
  readonly cases: readonly Case[];
  readonly done: number;
  readonly planned: number;
  readonly decided: number;
  readonly failed: number;
  readonly missing: number;
  /** The case of the trial that ended last; empty before the first. */
  readonly last: string;
}

export const noProgress: Progress = { cases: [], done: 0, planned: 0, decided: 0, failed: 0, missing: 0, last: '' };

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
      return {
        ...progress,
        decided: progress.decided + 1,
        failed: progress.failed + (event.result.passed === false ? 1 : 0),
        missing: progress.missing + (event.result.passed === null ? 1 : 0),
      };
    case 'run_finished':
      return progress;
    default:
      return unreachable(event);
  }
}

/** One line for a terminal, to be rewritten in place: `12/40 trials · 3 failed · small-file`. At most one column short of the width. */
export function progressLine(progress: Progress, screen: Screen): string {
  const { paint } = screen;
  const head = `${count(progress.done)}/${count(progress.planned)} trials`;
  const failed = progress.failed > 0 ? ` · ${count(progress.failed)} failed` : '';
  const missing = progress.missing > 0 ? ` · ${count(progress.missing)} without a reply` : '';
  const room = Math.min(Math.floor(screen.width) || 80, 100) - 5 - head.length - failed.length - missing.length;
  const last = progress.last !== '' && room >= 8 ? ` · ${clip(progress.last, room)}` : '';
  return painted([
    { text: ` ${head}` },
    { text: failed, colour: paint.red },
    { text: missing, colour: paint.yellow },
    { text: last, colour: paint.dim },
  ]);
}

/** For CI, a line that stays for every case that is decided: `[3/8] ✓ small-file  4 checks`. Ends without a newline. */
export function decidedLine(progress: Progress, result: CaseResult, screen: Screen): string {
  const counter = `[${count(progress.decided)}/${count(progress.cases.length)}]`;
  const narrower = { ...screen, width: usableWidth(screen) - counter.length };
  const nameWidth = Math.min(widestName, displayWidth(result.name));
  return `${counter} ${caseLine(result, nameWidth, findCase(progress.cases, result.name), narrower).trimStart()}`;
}

/** A warning of the run on one line, without a newline. */
export function warningLine(message: string, { paint }: Screen): string {
  return `${paint.yellow('warning:')} ${visible(message)}`;
}
