import { type Problem, withoutRepetitions } from '#model/problem.js';
import { countBySeverity, renderProblems } from '../problems.js';
import { headingMark } from '../run/heading.js';
import { plural } from '../text/numbers.js';
import type { Screen } from '../text/screen.js';
import { asCalled } from '../text/screen.js';
import { column, displayWidth, visible } from '../text/visible.js';

interface DoctorView {
  readonly prompts: readonly CheckedSubject[];
  readonly library: readonly Problem[];
  readonly fixed?: readonly {
    readonly file: string;
    readonly line: number | null;
    readonly what: string;
  }[];
  readonly fixable?: number;
}

interface CheckedSubject {
  readonly id: string;
  readonly problems: readonly Problem[];
  readonly next?: NextStepView;
}

interface NextStepView {
  readonly status: string;
  readonly needs: string | null;
  readonly command: string;
}

export function renderDoctor(report: DoctorView, screen: Screen): string {
  const library = report.library.length > 0 ? [{ id: '(library)', problems: report.library }] : [];
  const subjects: readonly CheckedSubject[] = [...report.prompts, ...library];
  const width = Math.min(64, Math.max(0, ...subjects.map(({ id }) => displayWidth(id))));
  const lines = subjects.flatMap(({ id, problems, next }) => [
    `${subjectLine(column(id, width), problems, screen)}\n`,
    ...(next ? [nextLine(next, screen)] : []),
  ]);
  const frames = renderProblems(unique(subjects), screen);
  const sections = [
    changes(report, screen),
    lines.join(''),
    frames,
    closing(report, screen) + offer(report, screen),
  ].filter((section) => section !== '');
  return `\n${sections.join('\n')}`;
}

function changes({ fixed = [] }: DoctorView, { paint }: Screen): string {
  const places = fixed.map(({ file, line }) => visible(line === null ? file : `${file}:${line}`));
  return fixed.map(({ what }, i) => `  ${paint.bold(places[i] ?? '')}  ${visible(what)}\n`).join('');
}

function offer({ fixable = 0 }: DoctorView, screen: Screen): string {
  const command = asCalled('eva doctor --fix', screen);
  return fixable === 0 ? '' : screen.paint.dim(`  ${fixable} of these can be fixed: ${command}\n`);
}

/** Returns the problems of all prompts, once those that prompts with the same cases share. */
function unique(prompts: DoctorView['prompts']): readonly Problem[] {
  return withoutRepetitions(prompts.flatMap(({ problems }) => problems));
}

function subjectLine(name: string, problems: readonly Problem[], screen: Screen): string {
  if (problems.length === 0) return `  ${headingMark(true, screen)} ${name}`.trimEnd();
  const isBroken = problems.some((entry) => entry.severity === 'error');
  const mark = isBroken ? headingMark(false, screen) : screen.paint.yellow('!');
  return `  ${mark} ${name}  ${screen.paint.dim(countBySeverity(problems))}`;
}

function nextLine({ status, needs, command }: NextStepView, screen: Screen): string {
  const reason = needs === null ? '' : `${status} needs ${needs}: `;
  return `    ${screen.paint.dim(visible(`next: ${reason}${asCalled(command, screen)}`))}\n`;
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
