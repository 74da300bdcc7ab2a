import { existsSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { readCompared } from '#gate/compare-gate.js';
import { loadMutations } from '#library/prompt/mutations.js';
import { promptDirProblem, recordingsFile } from '#library/prompts.js';
import { findUpwards } from '#library/root.js';
import { isThere } from '#library/source/inside-root.js';
import { configNames, type Misnamed, otherNames, unreadFile, unreadIn } from '#library/source/misnamed.js';
import { openTrust } from '#library/trust.js';
import { groupBy, lazy, uniqueBy } from '#model/data/collections.js';
import { orNull, type Problem, problem, withoutRepetitions } from '#model/problem.js';
import type { ModelAsker } from '#model/reply/reply-sources.js';
import { short } from '#model/text/quoted.js';
import { badAttempt } from '#run/attempts/kept-evidence.js';
import { modelAskers, uniqueAskers } from '#run/plan/evidence.js';
import type { RunChoice } from '#run/plan/plan-run.js';
import { type LibraryFiles, type PromptFiles, readLibrary, readVariants } from '#run/prompt/read-prompt.js';
import type { BadLine } from '#store/files/jsonl.js';
import { readAttempts } from '#store/logs/attempts-log.js';
import { type CompareLog, readCompareRows } from '#store/logs/compare-log.js';
import { readRunRows, recordedRuns } from '#store/logs/eval-log.js';
import { readLabels } from '#store/logs/labels.js';
import { readRecordings } from '#store/replies/recordings.js';
import { readKeptRuns } from '#store/run/kept-runs.js';
import { runNames } from '#store/run/run-names.js';
import {
  aliasOwners,
  collectLibraryProblems,
  type DoctorEnvironment,
  type LibraryContext,
  type LibraryRule,
  type PromptContext,
  type PromptRule,
  readAliases,
} from './context.js';
import { type NextStep, nextStep } from './next-step.js';
import {
  aliases,
  keysPresent,
  libraryFiles,
  nodeVersion,
  programsExist,
  promptFiles,
  providersReachable,
  somePrompts,
  untrustedPrograms,
  untrustedProviders,
} from './rules/environment.js';
import { budgetSuffices, comparisonPossible, freshEvidence } from './rules/evidence.js';
import {
  bodyLength,
  hiddenCharacters,
  lookAlikes,
  requiredInputsUsed,
  skillDescription,
  skillId,
  variablesDeclared,
} from './rules/texts.js';

export interface DoctorOptions {
  readonly root: string;
  readonly env: DoctorEnvironment;
  readonly strict: boolean;
  readonly now: Date;
  /** Prompts to check; empty for all. They must exist. */
  readonly ids: readonly string[];
  /** What decides the built-in prices; today, at the official servers, if absent. */
  readonly prices?: RunChoice['prices'];
}

export interface DoctorReport {
  readonly prompts: readonly {
    readonly id: string;
    readonly problems: readonly Problem[];
    /** Absent for a prompt with errors, and for one whose status has its evidence. */
    readonly next?: NextStep;
  }[];
  /** Problems that belong to no single prompt: eva.yml, the log, the machine. */
  readonly library: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

/** Finds every problem that eva can find without a model. Writes nothing; a file that cannot be read is a problem, never an exception. */
export function runDoctor(options: DoctorOptions): DoctorReport {
  const files = readLibrary(options.root);
  const ids = options.ids.length > 0 ? options.ids : files.ids();
  const library = libraryContext(options, files);
  const askers: ModelAsker[] = [];
  const found = ids.map((id) => {
    const recorded = recordingProblems(id, library);
    const contexts = readVariants(files, id, { strict: options.strict, prices: options.prices }).map((read) =>
      promptContext(read, recorded, library),
    );
    askers.push(...modelAskers(contexts.flatMap(({ cases }) => cases)));
    const problems = promptRules.flatMap((rule) => contexts.flatMap(rule));
    const next = nextStep(contexts, problems);
    const once = contexts.length === 1 ? problems : uniqueBy(problems, (found) => JSON.stringify(found));
    return { id, problems: once, ...(next && { next }) };
  });
  const ofLibrary = libraryRules.flatMap((rule) => rule({ ...library, askers: uniqueAskers(askers) }));
  return toReport(found, ofLibrary);
}

/**
 * Makes the report. Lists the problems of eva.yml, which every prompt repeats, once for the library. Counts those that prompts with the same
 * cases share once.
 */
function toReport(found: DoctorReport['prompts'], ofLibrary: readonly Problem[]): DoctorReport {
  const isShared = (problem: Problem) => problem.at?.file === 'eva.yml';
  const prompts = found.map((prompt) => ({
    ...prompt,
    problems: prompt.problems.filter((problem) => !isShared(problem)),
  }));
  const shared = found.flatMap(({ problems }) => problems.filter(isShared));
  const library = uniqueBy([...ofLibrary, ...shared], (problem) => JSON.stringify(problem));
  const all = withoutRepetitions([...library, ...prompts.flatMap((prompt) => prompt.problems)]);
  const errors = all.filter((problem) => problem.severity === 'error').length;
  return { prompts, library, errors, warnings: all.length - errors };
}

/**
 * Reads the files of the library: the log, and the aliases of all prompts, even if only some are checked, since two prompts must not share
 * an alias. Reads the trust file if there is anything to trust. A file that cannot be read is a problem of the library.
 */
function libraryContext(options: DoctorOptions, files: LibraryFiles): LibraryContext {
  const { root, env } = options;
  const { config, programs } = files;
  const trustProblems: Problem[] = [];
  const others: Problem[] = [];
  const trust = lazy(() => collectLibraryProblems(trustProblems, null, () => openTrust(env.user, root)));
  if (programs.length > 0) trust();
  const ids = files.ids();
  const inside = new Set(ids.filter((id) => !promptDirProblem(root, id)));
  const aliases = readAliases(root, [...inside], others);
  const { rowsOf, evidence } = readEvidenceOf(root, others);
  const comparisons = readComparisons(root, others);
  others.push(...unreadFiles(root, '.', configNames));
  const fileProblems = () => [...files.problems, ...trustProblems, ...others];
  return {
    ...options,
    ids,
    inside,
    config,
    trust,
    aliases,
    aliasOwner: aliasOwners(aliases),
    rowsOf,
    evidence,
    isInRepository: lazy(() => findUpwards(resolve(root), (dir) => existsSync(join(dir, '.git'))) !== null),
    comparedOf: (prompt) => collectLibraryProblems(others, {}, () => readCompared(files, prompt, comparisons)),
    programs,
    fileProblems,
  };
}

/** Returns the input of the rules about a prompt: its files, with the problems of its recordings (`recorded`). */
function promptContext(files: PromptFiles, recorded: readonly Problem[], library: LibraryContext): PromptContext {
  const { id, prompt } = files;
  const bodyFile = `prompts/${id}/${prompt?.body_file ?? 'prompt.xml'}`;
  const names = { metaFile: `prompts/${id}/meta.yml`, bodyFile };
  return { ...files, ...names, library, problems: [...files.problems, ...recorded] };
}

/** Returns the problems of the recordings and of mutations.yml of a prompt, and warnings of files that eva does not read under their names. */
function recordingProblems(id: string, { root, inside }: LibraryContext): readonly Problem[] {
  const file = recordingsFile(id);
  if (!inside.has(id)) return [];
  const problems = [...unreadFiles(root, `prompts/${id}`, otherNames), ...loadMutations(root, id).problems];
  collectLibraryProblems(problems, null, () => readLabels(join(root, 'prompts', id)));
  if (!isThere(root, file)) return problems;
  const recordings = collectLibraryProblems(problems, null, () => readRecordings(join(root, 'prompts', id), file));
  return [...problems, ...(recordings?.problems ?? [])];
}

function unreadFiles(root: string, folder: string, names: readonly Misnamed[]): readonly Problem[] {
  return unreadIn(root, folder, names).map(({ from, to }) => ({
    ...unreadFile({ from, to }, { file: posix.join(folder, from) }),
    severity: 'warning',
  }));
}

const nothing = { rows: [], bad: [] };

/**
 * Returns functions that return the rows of a prompt, and the whole evidence of the library: prompts with the same files share their attempts.
 * Reads rows and attempts at once, and the folders of runs at the first use. Adds a warning for each unreadable line.
 */
function readEvidenceOf(root: string, problems: Problem[]): Pick<LibraryContext, 'rowsOf' | 'evidence'> {
  const attempts = collectLibraryProblems(problems, nothing, () => readAttempts(root));
  const runs = collectLibraryProblems(problems, nothing, () => readRunRows(root, attempts));
  const gates = 'no gate accepts evidence from lines above it';
  problems.push(...runs.bad.map((line) => badRow('EVA_BAD_ROW:run', line, '.eval.jsonl', gates)));
  problems.push(...attempts.bad.map(({ line, reason }) => badAttempt(line, reason)));
  const ownRows = groupBy(runs.rows, ({ value }) => value['id']);
  const evidence = lazy(() => ({
    runs,
    attempts,
    folders: collectLibraryProblems(problems, [], () => readKeptRuns(root, recordedRuns(runs))),
    folderNames: new Set(orNull(() => runNames(root))),
  }));
  return { rowsOf: (id) => ({ ...runs, rows: ownRows.get(id) ?? [] }), evidence };
}

/** Reads the rows of comparisons. Adds a warning for each unreadable line. */
function readComparisons(root: string, problems: Problem[]): CompareLog {
  const log = collectLibraryProblems(problems, nothing, () => readCompareRows(root));
  const gates = 'the gate compare accepts no line above it';
  problems.push(...log.bad.map((line) => badRow('EVA_BAD_ROW:comparison', line, '.compare.jsonl', gates)));
  return log;
}

/** Makes the warning of a line of a log that cannot be read. `gates` says what that means for promotions. */
function badRow(key: `EVA_BAD_ROW:${'run' | 'comparison'}`, { line, reason }: BadLine, file: string, gates: string) {
  return problem(key, `this line ${short(reason)}`, {
    hint: `eva skips it, and ${gates}; restore the file from version control`,
    at: { file, line },
    severity: 'warning',
  });
}

/** Every rule about a prompt, in the order in which problems are listed. */
const promptRules: readonly PromptRule[] = [
  promptFiles,
  variablesDeclared,
  requiredInputsUsed,
  skillId,
  skillDescription,
  bodyLength,
  hiddenCharacters,
  lookAlikes,
  aliases,
  programsExist,
  untrustedPrograms,
  comparisonPossible,
  budgetSuffices,
  freshEvidence,
];

/** Every rule about the library and the machine, in the order in which problems are listed. */
const libraryRules: readonly LibraryRule[] = [
  somePrompts,
  nodeVersion,
  keysPresent,
  providersReachable,
  libraryFiles,
  untrustedProviders,
];
