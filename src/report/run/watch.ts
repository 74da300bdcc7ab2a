import { count, plural } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';
import { timeOfDay } from './progress.js';

const mostNamed = 3;

interface Watched {
  readonly ids: readonly string[];
  readonly files: number;
  /** The ids of prompts that cannot be evaluated before their files are corrected. */
  readonly broken: readonly string[];
}

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

export function changedText(
  files: readonly string[],
  prompts: readonly ChangedPrompt[],
  now: Date,
  screen: Screen,
): string {
  const effects = prompts
    .filter(({ changed }) => changed !== null)
    .map(({ id, changed, cases }) => `${count(changed ?? 0)} of ${plural(cases, 'case')} of ${visible(id)}`);
  const effect = effects.length === 0 ? '' : `: ${[...new Set(effects)].join(', ')}`; // variants often have the same
  return lines(`${timeOfDay(now)} ${named(files)} changed${effect}`, screen);
}

interface SameRun {
  readonly id: string;
  readonly passed: boolean;
  readonly report: string;
}

export function sameRunText({ id, passed, report }: SameRun, now: Date, screen: Screen): string {
  const outcome = passed ? 'passed' : 'did not pass';
  const text = `${visible(id)} is as in an earlier run of this watch, which ${outcome}:`;
  return lines(`${timeOfDay(now)} ${text} ${visible(asCalled(report, screen))}`, screen);
}

export const outdatedText = 'a saved file changes this run: it stops, and a run of the saved files follows';

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
