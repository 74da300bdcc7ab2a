import { listPromptIds } from '#library/prompts.js';
import { gatherLibrary, weighPrompt } from '#lifecycle/gather.js';
import { uniqueBy } from '#model/data/collections.js';
import type { Problem } from '#model/problem.js';
import { modelsOf } from '#plan/evidence/case-evidence.js';
import { libraryChecks, promptChecks } from './index.js';
import { type LibraryQuestion, libraryContext } from './library-context.js';
import { promptContext } from './prompt-context.js';

export interface DoctorQuestion extends LibraryQuestion {
  /** Prompts to look at; empty for all. They must exist. */
  readonly ids: readonly string[];
}

export interface DoctorReport {
  readonly prompts: readonly { readonly id: string; readonly problems: readonly Problem[] }[];
  /** What concerns no single prompt: eva.yml, the log, the machine. */
  readonly library: readonly Problem[];
  readonly errors: number;
  readonly warnings: number;
}

/** Finds everything that can be found without a model. Reads only; a file that cannot be read is a problem, never an exception. */
export function runDoctor(question: DoctorQuestion): DoctorReport {
  const ids = question.ids.length > 0 ? question.ids : listPromptIds(question.root);
  const files = gatherLibrary(question.root);
  const library = libraryContext(question, files);
  const models = new Set<string>();
  const found = ids.map((id) => {
    const context = promptContext(weighPrompt(files, id), library);
    for (const model of modelsOf(context.cases)) models.add(model);
    return { id, problems: promptChecks.flatMap((check) => check.run(context)) };
  });
  const ofLibrary = libraryChecks.flatMap((check) => check.run({ ...library, models }));
  return toReport(found, ofLibrary);
}

/** What is wrong with eva.yml is met in every prompt and told once. */
function toReport(found: DoctorReport['prompts'], ofLibrary: readonly Problem[]): DoctorReport {
  const isShared = (one: Problem) => one.at?.file === 'eva.yml';
  const prompts = found.map(({ id, problems }) => ({ id, problems: problems.filter((one) => !isShared(one)) }));
  const shared = found.flatMap(({ problems }) => problems.filter(isShared));
  const library = uniqueBy([...ofLibrary, ...shared], (one) => JSON.stringify(one));
  const all = [...library, ...prompts.flatMap((one) => one.problems)];
  const errors = all.filter((one) => one.severity === 'error').length;
  return { prompts, library, errors, warnings: all.length - errors };
}
