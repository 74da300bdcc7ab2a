import { type Problem, withoutRepetitions } from '#model/problem.js';
import { countBySeverity, renderProblems } from '../problems.js';
import { markOf } from '../run/mark.js';
import { column, displayWidth } from '../text/clip.js';
import { plural } from '../text/numbers.js';
import type { Screen } from '../text/paint.js';

/** The problems that doctor found: by prompt, and for the library as a whole. */
export interface DoctorView {
  readonly prompts: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
  readonly library: readonly Problem[];
}

/** Renders one line per prompt, each problem as a code frame, and a summary. */
export function renderDoctor(report: DoctorView, screen: Screen): string {
  const library = report.library.length > 0 ? [{ id: '(library)', problems: report.library }] : [];
  const subjects = [...report.prompts, ...library];
  const width = Math.min(64, Math.max(0, ...subjects.map(({ id }) => displayWidth(id))));
  const lines = subjects.map(({ id, problems }) => `${subjectLine(column(id, width), problems, screen)}\n`);
  const frames = renderProblems(unique(subjects), screen);
  const sections = [lines.join(''), frames, closing(report, screen)].filter((section) => section !== '');
  return `\n${sections.join('\n')}`;
}

/** Returns the problems of all prompts, once those that prompts with the same cases share. */
function unique(prompts: DoctorView['prompts']): readonly Problem[] {
  return withoutRepetitions(prompts.flatMap(({ problems }) => problems));
}

function subjectLine(name: string, problems: readonly Problem[], screen: Screen): string {
  if (problems.length === 0) return `  ${markOf(true, screen)} ${name}`.trimEnd();
  const isBroken = problems.some((entry) => entry.severity === 'error');
  const mark = isBroken ? markOf(false, screen) : screen.paint.yellow('!');
  return `  ${mark} ${name}  ${screen.paint.dim(countBySeverity(problems))}`;
}

function closing(report: DoctorView, { paint }: Screen): string {
  const { prompts, library } = report;
  const total = plural(prompts.length, 'prompt');
  const broken = prompts.filter(({ problems }) => problems.some((entry) => entry.severity === 'error')).length;
  if (broken > 0) return `  ${paint.red(`${broken} of ${total} ${broken === 1 ? 'has' : 'have'} problems`)}\n`;
  if (library.some((one) => one.severity === 'error')) return `  ${paint.red('the library has problems')}\n`;
  const warnings = [...library, ...unique(prompts)];
  if (warnings.length > 0)
    return `  ${paint.green(`${total} without problems`)}, ${paint.yellow(countBySeverity(warnings))}\n`;
  return `  ${paint.green(prompts.length === 0 ? 'no prompts' : `${total}, all fine`)}\n`;
}
