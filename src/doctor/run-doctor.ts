import { listPromptIds } from '#library/prompts.js';
import type { Problem } from '#model/problem.js';
import { modelsOf } from '#plan/case-evidence.js';
import { gatherLibrary, type LibraryQuestion } from './gather-library.js';
import { gatherPrompt } from './gather-prompt.js';
import { libraryChecks, promptChecks } from './index.js';

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
  const library = gatherLibrary(question);
  const ids = question.ids.length > 0 ? question.ids : listPromptIds(question.root);
  const models = new Set<string>();
  const found = ids.map((id) => {
    const context = gatherPrompt(id, library);
    for (const model of modelsOf(context.cases)) models.add(model);
    return { id, problems: promptChecks.flatMap((check) => check.run(context)) };
  });
  const prompts = found.map(({ id, problems }) => ({ id, problems: problems.filter((one) => !isShared(one)) }));
  const shared = once(found.flatMap(({ problems }) => problems.filter(isShared)));
  const ofLibrary = [...libraryChecks.flatMap((check) => check.run({ ...library, models })), ...shared];
  return { prompts, library: ofLibrary, ...countOf([...ofLibrary, ...prompts.flatMap((one) => one.problems)]) };
}

/** What is wrong with the defaults of eva.yml is met in every prompt and told once. */
function isShared(one: Problem): boolean {
  return one.at?.file === 'eva.yml';
}

function once(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()];
}

function countOf(problems: readonly Problem[]): { errors: number; warnings: number } {
  const errors = problems.filter((one) => one.severity === 'error').length;
  return { errors, warnings: problems.length - errors };
}
