import { EvaError } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { checkPromptId } from '#library/prompts.js';
import {
  type LibraryFiles,
  type PromptFiles,
  type RunChoice,
  readLibrary,
  readPromptAndPlan,
} from '#lifecycle/read-prompt.js';
import type { FrozenRubrics } from '#load/rubrics/frozen-rubric.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { RunPlan } from '#model/run/run.js';
import type { SampleOf } from '#model/run/sample.js';

export interface OpenPrompt {
  readonly root: string;
  /** The roots of the library at git refs, for the files of messages; absent if all are those of `root`. */
  readonly version_roots?: readonly string[];
  readonly prompt: Prompt;
  /** The prompt whose folder has the cases, the programs of their checks, and rubrics.yml. */
  readonly cases_id: string;
  readonly config: LibraryConfig;
  readonly programs: readonly NamedProgram[];
  /** The rubrics in rubrics.yml, and those among them that no behaviour uses. */
  readonly rubrics: FrozenRubrics;
  readonly unused_rubrics: FrozenRubrics;
  readonly plan: RunPlan;
  readonly sampleOf: SampleOf;
  readonly warnings: readonly Problem[];
}

/** Reads a prompt and plans a run. Throws one `EvaError` with every error. */
export function openPrompt(root: string, id: string, choice: RunChoice = {}): OpenPrompt {
  checkPromptId(root, id);
  const library = readLibrary(root);
  const files = readPromptAndPlan(library, id, choice);
  const open = openFiles(library, files);
  if (!open) throw new EvaError(files.problems);
  return open;
}

/** Returns a prompt that was read with its plan; null if it has errors. */
export function openFiles({ root, config: loaded }: LibraryFiles, files: PromptFiles): OpenPrompt | null {
  const { prompt, cases_id, plan, problems, programs, rubrics, unused_rubrics, prices, sampleOf } = files;
  if (!loaded || !prompt || !plan) return null;
  const { config } = loaded;
  const budget = { ...config.budget, ...plan.manner.budget };
  const bounded = { ...config, budget, prices, unpriced: files.unpriced };
  return {
    root,
    prompt,
    cases_id,
    config: bounded,
    programs,
    rubrics,
    unused_rubrics,
    plan,
    sampleOf,
    warnings: problems,
  };
}
