import { closeSync, constants, fstatSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { outsideLink, staysInside } from '#library/source/inside-root.js';
import { lazy, uniqueBy } from '#model/data/collections.js';
import { EvaError } from '#model/problem.js';
import { idInFile, type ReporterName, type ReportTarget } from '#model/run/report-target.js';
import { version } from '#model/version.js';
import { reporters } from '#page/formats.js';
import type { Report, Reporter, ReportPieces, ReportSurroundings } from '#report/formats/report.js';
import { visible } from '#report/text/visible.js';
import { writePieces } from '#store/files/atomic-write.js';
import { makeDirectories, onDisk, openRegular, writeWhole } from '#store/files/regular-file.js';
import { exitWithError } from '../exit.js';
import type { Io } from '../io.js';
import type { CommandPlace } from '../open-command.js';
import type { Terminal } from '../output/terminal.js';
import { type FlaggedReports, fileProblem, fileProblems, type PlacedReport, reportOutputOf } from './report-flags.js';

/**
 * Writes reports in their order. One that fails stops no other: its problem is printed, and the exit code is 3 if it was 0 or 1. Returns the
 * exit code.
 */
async function writeReports(
  targets: readonly PlacedReport[],
  source: ReportSource,
  exitCode: number,
  { root, terminal, io }: CommandPlace,
): Promise<number> {
  const around = { now: new Date(), eva_version: version, prefix: workspacePrefix(root, io) };
  const writing = { around, terminal, root, cwd: io.cwd() };
  const failures: unknown[] = [];
  const trying = async (write: () => Promise<void>) => {
    try {
      await write();
    } catch (error) {
      failures.push(error);
    }
  };
  const whole = lazy(async () => source.of());
  const page = io.env['GITHUB_STEP_SUMMARY'];
  for (const target of targets) {
    for (const [file, of] of filesOf(target, source, whole))
      await trying(() => writeOne({ ...target, file }, of, writing));
    const { summary } = await reporters[target.name]();
    if (summary && page) await trying(async () => appendSummary(page, await whole(), { summary, ...writing }));
  }
  return failures.length === 0 ? exitCode : await exitWithFailures(failures, exitCode, io);
}

/** Returns the files of a report, each with what it reports: a file whose name has `{id}` is one for each prompt. */
function filesOf(
  { file }: ReportTarget,
  { ids, of }: ReportSource,
  whole: () => Promise<Report>,
): ReadonlyMap<string | null, () => Promise<Report>> {
  if (file === null || !file.includes(idInFile)) return new Map([[file, whole]]);
  const byFile = new Map<string, Set<string>>();
  for (const id of ids) {
    const path = file.replaceAll(idInFile, () => fileName(id));
    byFile.set(path, (byFile.get(path) ?? new Set()).add(id));
  }
  return new Map([...byFile].map(([path, own]) => [path, async () => of(own)]));
}

/** Returns an id as a part of a file name that leads to no other folder. The ids of stored runs were not checked. */
function fileName(id: string): string {
  const name = id.replace(/[/\\\p{C}]/gu, '-').replace(/^\.+/, '-');
  return [...name].slice(0, 100).join('') || '-';
}

interface Writing {
  readonly around: Omit<ReportSurroundings, 'is_stdout'>;
  readonly terminal: Terminal;
  /** The folder that shown paths are relative to. */
  readonly cwd: string;
  readonly root: string;
}

async function writeOne(
  { name, file, within, isOnStderr }: PlacedReport,
  of: () => Promise<Report>,
  { around, terminal, cwd, root }: Writing,
): Promise<void> {
  const { pieces } = await reporters[name]();
  const content = pieces(await of(), { ...around, is_stdout: file === null });
  if (file === null) {
    const print = isOnStderr ? terminal.err : terminal.out;
    for await (const piece of content) print(piece);
    return;
  }
  const shown = relative(cwd, file) || file;
  if (within !== undefined && !staysInside(within, relative(within, file))) {
    throw new EvaError([outsideLink(shown)]);
  }
  onDisk('create', dirname(file), () => makeDirectories(dirname(file)));
  const flaw = fileProblem({ name, file }, root);
  if (flaw) throw new EvaError([flaw]);
  await writePieces(file, redacted(content, terminal));
  terminal.err(`${name} written to ${visible(shown)}\n`);
}

/** Appends to the summary page of a CI job, which other commands of the step may have begun. */
async function appendSummary(
  path: string,
  report: Report,
  { summary, around, terminal }: Writing & { readonly summary: NonNullable<Reporter['summary']> },
): Promise<void> {
  const fd = onDisk('append to', path, () =>
    openRegular(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT),
  );
  try {
    const { size } = onDisk('read', path, () => fstatSync(fd));
    const pieces = summary(report, { ...around, is_stdout: false, summary_bytes: size });
    for await (const piece of redacted(pieces, terminal))
      onDisk('append to', path, () => writeWhole(fd, Buffer.from(piece)));
  } finally {
    closeSync(fd);
  }
}

async function* redacted(content: ReportPieces, { redact }: Terminal): AsyncGenerator<string> {
  for await (const piece of content) yield redact(piece);
}

/** Prints the problems of reports that could not be written, each once. Returns the exit code: the former one if it was 2 or more. */
async function exitWithFailures(failures: readonly unknown[], exitCode: number, io: Io): Promise<number> {
  const known = failures.filter((error) => error instanceof EvaError);
  const bugs = failures.filter((error) => !(error instanceof EvaError));
  const problems = uniqueBy(
    known.flatMap((error) => error.problems),
    ({ message }) => message,
  );
  if (problems.length > 0) exitWithError(new EvaError(problems), io);
  for (const error of bugs) exitWithError(error, io);
  return exitCode > 1 ? exitCode : bugs.length > 0 ? 70 : 3;
}

/** The variables by which CI services name the folder of the repository. */
const workspaces = ['GITHUB_WORKSPACE', 'CI_PROJECT_DIR', 'BUILD_SOURCESDIRECTORY', 'WORKSPACE'];

/**
 * Returns the path of a library relative to the workspace of the CI job, or to the working directory without one, with a slash at its end.
 * Returns an empty text if both are the same, or if the library is elsewhere.
 */
function workspacePrefix(root: string, { env, cwd }: Pick<Io, 'env' | 'cwd'>): string {
  const workspace = workspaces.map((name) => env[name]).find((folder) => folder) ?? cwd();
  const path = relative(workspace, root).split(sep).join('/');
  return path === '' || path === '..' || path.startsWith('../') || path.startsWith('/') ? '' : `${path}/`;
}

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
  { root, terminal, io }: CommandPlace,
): OpenReports {
  const files = configured.map(({ name, file }) => ({
    ...{ name, file: file === null ? null : resolve(root, file) },
    ...(file !== null && { within: root }),
  }));
  const targets: readonly PlacedReport[] = [
    ...flagged,
    ...files.filter(({ file }) => flagged.every((target) => target.file !== file)),
  ];
  const isOnGitHub = github && io.env['GITHUB_ACTIONS'] === 'true' && targets.every(({ name }) => name !== 'github');
  const added: PlacedReport = {
    ...{ name: 'github', file: null },
    ...(reportOutputOf(targets) !== 'pretty' && { isOnStderr: true }),
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
    output: reportOutputOf(targets),
    load: () => Promise.all(written.map(({ name }) => reporters[name]())),
    write: async (source, exitCode) =>
      written.length === 0 ? exitCode : writeReports(written, source(), exitCode, { root, terminal, io }),
  };
}

/** What a command reports, by prompt and whole. */
export interface ReportSource {
  /** The ids of its prompts, each once. */
  readonly ids: readonly string[];
  /** Returns the report of these prompts; of all without `ids`. */
  readonly of: (ids?: ReadonlySet<string>) => Report | Promise<Report>;
}
