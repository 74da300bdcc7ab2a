import { constants, lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import {
  exampleFile,
  flawText,
  flawVariants,
  inLibraryText,
  placeOfEva,
  type ReporterName,
  type ReportFlaw,
  type ReportTarget,
  readReports,
} from '#model/run/report-target.js';
import { quoted, short } from '#model/text/quoted.js';
import { onDisk, readStart, withRegular } from '#store/files/regular-file.js';
import { type CommandPlace, workingDirectory } from '../open-command.js';

export interface ReportOptions {
  /** `NAME` or `NAME=FILE`. */
  readonly report?: readonly string[];
  /** The same as the report `json`. */
  readonly json?: boolean;
  /** True to add annotations on GitHub; absent for commands that add none. */
  readonly github?: boolean;
  readonly show?: boolean;
  readonly watch?: boolean;
}

/** The reports that flags name, with absolute paths, and the problems of the others. */
export interface FlaggedReports {
  readonly targets: readonly ReportTarget[];
  readonly problems: readonly Problem[];
  /** True to add annotations on GitHub. */
  readonly github: boolean;
}

/** Reads the flags that name reports. Paths are relative to the working directory. */
export function flaggedReports(
  { report = [], json, show, watch, github = false }: ReportOptions,
  { root, io }: CommandPlace,
): FlaggedReports {
  if (report.length === 0 && !json) return { targets: [], problems: [], github };
  const cwd = workingDirectory(io);
  const { targets, flaws } = readReports([...report, ...(json ? ['json'] : [])], (file) => resolve(cwd, file));
  const absolute = targets.map(({ name, file }) => ({ name, file: file === null ? null : resolve(cwd, file) }));
  const output = reportOutputOf(absolute);
  const flag = show ? '--show' : watch ? '--watch' : null;
  const hidden =
    flag && output !== 'pretty'
      ? [
          problem('EVA_USAGE:no_pretty', `${flag} prints text on standard output, which has the report ${output}`, {
            hint: `give the report a file: --report ${output}=${exampleFile(output)}`,
          }),
        ]
      : [];
  const misplaced = absolute.flatMap(({ file }, i) => {
    const place = file === null ? null : placeOfEva(relative(root, file));
    return place === null ? [] : [inLibraryProblem(targets[i]?.file ?? '', place)]; // in the words of the flag
  });
  return {
    targets: absolute,
    github,
    problems: [...flaws.map(({ flaw }) => problemOf(flaw)), ...misplaced, ...hidden],
  };
}

/** Reads the flags that name reports. Throws EVA_USAGE with all their problems. */
export function requireReports(options: ReportOptions, place: CommandPlace): FlaggedReports {
  const flagged = flaggedReports(options, place);
  if (flagged.problems.length > 0) throw new EvaError(flagged.problems);
  return flagged;
}

/** Returns the reporter that writes to standard output: `pretty` if no other does. */
export function reportOutputOf(targets: readonly ReportTarget[]): ReporterName {
  return targets.find(({ file }) => file === null)?.name ?? 'pretty';
}

function problemOf(flaw: ReportFlaw): Problem {
  const { message, hint } = flawText(flaw, (name, file) => `--report ${name}${file === undefined ? '' : `=${file}`}`);
  return problem(`EVA_USAGE:${flawVariants[flaw.flaw]}`, message, { hint });
}

function inLibraryProblem(file: string, place: string): Problem {
  const { message, hint } = inLibraryText(file, place);
  return problem('EVA_USAGE:report_in_library', short(message), { hint });
}

/** How the files of each reporter begin. */
const beginnings: Readonly<Record<ReporterName, RegExp>> = {
  html: /^<!doctype html>[\s\S]*Content-Security-Policy/,
  json: /^\{\s*"view": \{\s*"schema": "eva-view\//,
  junit: /^<\?xml [^>]*>\s*<testsuites name="eva"/,
  markdown: /^### [✓✗~?·] /,
  github: /^::(error|warning|notice) /,
  pretty: /^\n +\S/,
};

/** Enough of a file to tell what wrote it, in bytes. */
const lengthOfBeginning = 1000;

/**
 * Lists problems of the files of reports: one in the place of a file that eva or git reads, also through a link; one that is there and no
 * earlier report, so that a mistyped name costs no work; two reports for one file.
 */
export function fileProblems(targets: readonly PlacedReport[], root: string): readonly Problem[] {
  const placed = targets.flatMap(({ name, file }) => (file === null ? [] : [{ name, file, real: realFile(file) }]));
  return placed.flatMap(({ name, file, real }, at) => {
    const twin = placed.slice(0, at).find((other) => other.real === real && other.file !== file);
    if (twin) return [problemOf({ flaw: 'same_file', names: [twin.name, name], file })];
    return fileProblem({ name, file, real }, root) ?? [];
  });
}

/** Returns the problem of one file; null if a report may be written there. `real`: its path without links. */
export function fileProblem(
  { name, file, real = realFile(file) }: { readonly name: ReporterName; readonly file: string; readonly real?: string },
  root: string,
): Problem | null {
  const place = placeOfEva(relative(realPath(root), real));
  if (place !== null) return inLibraryProblem(file, place);
  return mayReplace(name, file)
    ? null
    : problem('EVA_USAGE:not_a_report', `${quoted(file)} is there, and no earlier report of the kind ${short(name)}`, {
        hint: 'name another file, or remove this one',
      });
}

/** Returns a path without the links of its folders. A link in the place of the file itself stays: it is refused when it is written. */
function realFile(file: string): string {
  return join(realPath(dirname(file)), basename(file));
}

/** Resolves the links of the part of a path that exists. */
function realPath(path: string): string {
  const real = realpathIfThere(path);
  if (real !== null) return real;
  const up = dirname(path);
  return up === path ? path : join(realPath(up), basename(path));
}

function realpathIfThere(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function mayReplace(name: ReporterName, file: string): boolean {
  const entry = lstatIfThere(file);
  if (entry === null) return true;
  if (!entry.isFile()) return false;
  if (entry.size === 0) return true;
  const read = (fd: number) => readStart(fd, lengthOfBeginning).toString();
  const beginning = onDisk('read', file, () => withRegular(file, constants.O_RDONLY, read)) ?? '';
  return beginnings[name].test(beginning);
}

function lstatIfThere(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch {
    return null; // it, or a folder above it, does not exist yet
  }
}

/** The options that select the part of a run that is shown in detail. */
export interface DetailOptions {
  readonly case?: readonly string[];
  readonly failed?: boolean;
  /** The number of the trial, from 1. */
  readonly trial?: number;
  readonly full?: boolean;
  /** Items of a data set whose answers differ in their outcome. */
  readonly flaky?: boolean;
  /** Items that passed too. */
  readonly all?: boolean;
  /** `FIELD=VALUE`: only items of this slice. */
  readonly slice?: readonly string[];
  readonly item?: readonly string[];
  /** The path of a CSV file for the chosen trials. */
  readonly out?: string;
  /** The result is printed above: without its verdict, and without a pager. */
  readonly isBelowResult?: boolean;
}

/** Returns true if any option requests replies. */
export function wantsDetail(options: DetailOptions): boolean {
  const { failed, trial, full, all, out } = options;
  return (options.case ?? []).length > 0 || failed || trial !== undefined || full || all || out !== undefined
    ? true
    : wantsItems(options);
}

/** Returns true if an option selects items of a data set. */
export function wantsItems({ flaky, slice = [], item = [] }: DetailOptions): boolean {
  return flaky === true || slice.length > 0 || item.length > 0;
}

/** A report with the absolute path of its file. */
export interface PlacedReport extends ReportTarget {
  /** The folder that no symbolic link of the path may leave; absent if it may lead anywhere. */
  readonly within?: string;
  /** Set if it goes to standard error, since standard output has another report. */
  readonly isOnStderr?: true;
}
