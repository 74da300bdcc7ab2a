import { relative, resolve } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import {
  exampleFile,
  placeOfEva,
  type ReporterName,
  type ReportFlaw,
  type ReportTarget,
  readReports,
} from '#model/run/report-target.js';
import type { Io } from '../io.js';
import { workingDirectory } from '../open-command.js';

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
  root: string,
  io: Io,
): FlaggedReports {
  if (report.length === 0 && !json) return { targets: [], problems: [], github };
  const cwd = workingDirectory(io);
  const { targets, flaws } = readReports([...report, ...(json ? ['json'] : [])], (file) => resolve(cwd, file));
  const absolute = targets.map(({ name, file }) => ({ name, file: file === null ? null : resolve(cwd, file) }));
  const output = outputOf(absolute);
  const flag = show ? '--show' : watch ? '--watch' : null;
  const hidden =
    flag && output !== 'pretty'
      ? [
          problem('EVA_USAGE:no_pretty', `${flag} prints text on standard output, which has the report ${output}`, {
            hint: `give the report a file: --report ${output}=${exampleFile(output)}`,
          }),
        ]
      : [];
  const misplaced = absolute.flatMap(({ file }, i) => inLibrary(file, targets[i]?.file ?? '', root));
  return {
    targets: absolute,
    github,
    problems: [...flaws.map(({ flaw }) => problemOf(flaw)), ...misplaced, ...hidden],
  };
}

/** Reads the flags that name reports. Throws EVA_USAGE with all their problems. */
export function requireReports(options: ReportOptions, root: string, io: Io): FlaggedReports {
  const flagged = flaggedReports(options, root, io);
  if (flagged.problems.length > 0) throw new EvaError(flagged.problems);
  return flagged;
}

/** Returns the reporter that writes to standard output: `pretty` if no other does. */
export function outputOf(targets: readonly ReportTarget[]): ReporterName {
  return targets.find(({ file }) => file === null)?.name ?? 'pretty';
}

/** Lists a problem for a file in the place of one that eva reads. `written`: the path as it was written. */
function inLibrary(file: string | null, written: string, root: string): readonly Problem[] {
  const place = file === null ? null : placeOfEva(relative(root, file));
  return place === null ? [] : [problem('EVA_USAGE:report_in_library', { file: written, place })];
}

function problemOf(flaw: ReportFlaw): Problem {
  switch (flaw.flaw) {
    case 'unknown_reporter':
      return problem('EVA_USAGE:unknown_reporter', flaw);
    case 'no_file':
      return problem('EVA_USAGE:no_report_file', flaw);
    case 'two_on_stdout':
      return problem('EVA_USAGE:two_on_stdout', flaw);
    case 'same_file':
      return problem('EVA_USAGE:same_report_file', flaw);
  }
}
