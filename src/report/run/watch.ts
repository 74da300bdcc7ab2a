import { asCalled } from '../text/called.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';
import { timeOfDay } from './progress.js';

/** The maximum number of names in a line. */
const mostNamed = 3;

/** The state of a watch while nothing runs. */
interface Watched {
  /** The ids of the watched prompts. */
  readonly ids: readonly string[];
  /** The number of their files. */
  readonly files: number;
  /** The ids of prompts that cannot be evaluated before their files are corrected. */
  readonly broken: readonly string[];
}

/** Renders that eva waits for the next change: `10:15:02 watching 7 files of support-triage; Ctrl-C ends`. */
export function watchingText({ ids, files, broken }: Watched, now: Date, screen: Screen): string {
  const wrong = broken.length === 0 ? [] : [`correct ${named(broken)} and save`];
  const text = [`watching ${plural(files, 'file')} of ${named(ids)}`, ...wrong, 'Ctrl-C ends'].join('; ');
  return lines(`${timeOfDay(now)} ${text}`, screen);
}

export interface ChangedPrompt {
  readonly id: string;
  /** The number of its cases that differ from the version that was run last; null if no version was. */
  readonly changed: number | null;
  readonly cases: number;
}

/** Renders which files were saved, and what that changes: `10:16:40 prompts/diff/eval.yml changed: 1 of 8 cases of diff`. */
export function changedText(
  files: readonly string[],
  prompts: readonly ChangedPrompt[],
  now: Date,
  screen: Screen,
): string {
  const effects = prompts
    .filter(({ changed }) => changed !== null)
    .map(({ id, changed, cases }) => `${count(changed ?? 0)} of ${plural(cases, 'case')} of ${visible(id)}`);
  const effect = effects.length === 0 ? '' : `: ${effects.join(', ')}`;
  return lines(`${timeOfDay(now)} ${named(files)} changed${effect}`, screen);
}

/** A run of a watch that evaluated the same files. */
interface SameRun {
  readonly id: string;
  readonly passed: boolean;
  /** The command that shows it. */
  readonly report: string;
}

/** Renders that a saved version was run before: `10:17:05 diff is as in an earlier run, which did not pass: eva report 7d7a9d`. */
export function sameRunText({ id, passed, report }: SameRun, now: Date, screen: Screen): string {
  const outcome = passed ? 'passed' : 'did not pass';
  const text = `${visible(id)} is as in an earlier run of this watch, which ${outcome}:`;
  return lines(`${timeOfDay(now)} ${text} ${visible(asCalled(report, screen))}`, screen);
}

/** Says why a run stops whose files were saved. */
export const outdatedText = 'a saved file changes this run: it stops, and a run of the saved files follows';

/** Renders that the limits of the command line allow no further call. */
export function spentText(screen: Screen): string {
  return lines('the limits of the command line hold for the whole watch, and are spent: the watch ends', screen);
}

function named(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${count(names.length - mostNamed)} more` : '';
  return names.slice(0, mostNamed).map(visible).join(', ') + more;
}

function lines(text: string, screen: Screen): string {
  return `${wrap(text, usableWidth(screen)).join('\n')}\n`;
}
