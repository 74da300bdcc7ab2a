import { type RunChoice, readLibrary, readPrompt } from '#lifecycle/read-prompt.js';
import { variantReader } from '#lifecycle/read-variants.js';
import { uniqueBy } from '#model/data/collections.js';
import { type Problem, withoutRepetitions } from '#model/problem.js';
import type { ModelAsker } from '#model/run/missing-key.js';
import { modelAskers, uniqueAskers } from '#plan/evidence/model-askers.js';
import { type LibraryOptions, libraryContext, promptContext, recordingProblems } from './context/contexts.js';
import { libraryChecks, promptChecks } from './index.js';
import { type NextStep, nextStep } from './next-step.js';

export interface DoctorOptions extends LibraryOptions {
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
    const contexts = variantReader((choice) => readPrompt(files, id, choice), {
      strict: options.strict,
      prices: options.prices,
    })
      .own()
      .map((read) => promptContext(read.files, recorded, library));
    askers.push(...modelAskers(contexts.flatMap(({ cases }) => cases)));
    const problems = promptChecks.flatMap((check) => contexts.flatMap((context) => check.run(context)));
    const next = nextStep(contexts, problems);
    const once = contexts.length === 1 ? problems : uniqueBy(problems, (found) => JSON.stringify(found));
    return { id, problems: once, ...(next && { next }) };
  });
  const ofLibrary = libraryChecks.flatMap((check) => check.run({ ...library, askers: uniqueAskers(askers) }));
  return toReport(found, ofLibrary);
}

/**
 * Makes the report. Lists the problems of eva.yml, which every prompt repeats, once for the library. Counts those that prompts with the same
 * cases share once.
 */
function toReport(found: DoctorReport['prompts'], ofLibrary: readonly Problem[]): DoctorReport {
  const isShared = (problem: Problem) => problem.at?.file === 'eva.yml';
  const prompts = found.map((one) => ({ ...one, problems: one.problems.filter((problem) => !isShared(problem)) }));
  const shared = found.flatMap(({ problems }) => problems.filter(isShared));
  const library = uniqueBy([...ofLibrary, ...shared], (problem) => JSON.stringify(problem));
  const all = withoutRepetitions([...library, ...prompts.flatMap((one) => one.problems)]);
  const errors = all.filter((problem) => problem.severity === 'error').length;
  return { prompts, library, errors, warnings: all.length - errors };
}
