import { resolve } from 'node:path';
import { EvaError } from '#errors/index.js';
import { idInFile, type ReporterName, type ReportTarget } from '#model/run/report-target.js';
import { fileProblems } from './report-file.js';
import { type FlaggedReports, outputOf } from './report-flags.js';
import type { PlacedReport, ReportPlaces, ReportSource } from './report-places.js';
import { loadReporters, writeReports } from './write-reports.js';

export interface OpenReports {
  /** The reporter that writes to standard output. */
  readonly output: ReporterName;
  /** Loads the modules that writing needs, so that a later change on the disk does not matter. */
  readonly load: () => Promise<unknown>;
  /** Writes all reports, but `pretty` on standard output. Prints problems. Returns the exit code of the command. */
  readonly write: (source: () => ReportSource, exitCode: number) => Promise<number>;
}

/**
 * Opens the reports of a command: those of its flags, those of eva.yml that go to another place than these,
 * and annotations on GitHub. Throws EVA_USAGE for files that a report may not replace.
 */
export function openReports(
  { targets: flagged, github }: FlaggedReports,
  configured: readonly ReportTarget[],
  { root, terminal, io }: ReportPlaces,
): OpenReports {
  const files = configured.map(({ name, file }) => ({
    ...{ name, file: file === null ? null : resolve(root, file) },
    ...(file !== null && { within: root }),
  }));
  const targets: readonly PlacedReport[] = [
    ...flagged,
    ...files.filter(({ file }) => flagged.every((one) => one.file !== file)),
  ];
  const isOnGitHub = github && io.env['GITHUB_ACTIONS'] === 'true' && targets.every(({ name }) => name !== 'github');
  const added: PlacedReport = {
    ...{ name: 'github', file: null },
    ...(outputOf(targets) !== 'pretty' && { isOnStderr: true }),
  };
  const written = [
    ...targets.filter(({ name, file }) => file !== null || name !== 'pretty'),
    ...(isOnGitHub ? [added] : []),
  ];
  const problems = fileProblems(
    written.filter(({ file }) => !file?.includes(idInFile)),
    root,
  );
  if (problems.length > 0) throw new EvaError(problems);
  return {
    output: outputOf(targets),
    load: () => loadReporters(written),
    write: async (source, exitCode) =>
      written.length === 0 ? exitCode : writeReports(written, source(), exitCode, { root, terminal, io }),
  };
}
