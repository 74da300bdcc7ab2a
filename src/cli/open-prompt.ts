import { EvaError } from '#errors.js';
import { type NamedProgram, namedPrograms } from '#library/programs.js';
import { checkPromptId } from '#library/prompts.js';
import { type LoadedConfig, loadConfig } from '#load/config.js';
import { type LoadedCases, loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { RunPlan } from '#model/run.js';
import { notSupported } from '#plan/not-yet.js';
import { type PlanInput, planRun, refusals } from '#plan/plan-run.js';
import { usedPrograms } from '#plan/used-programs.js';

/** A prompt with all that its files and eva.yml say. */
export interface OpenPrompt extends Omit<PlanInput, 'only' | 'programs'> {
  readonly root: string;
  readonly prompt: Prompt;
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  readonly programs: readonly NamedProgram[];
  readonly warnings: readonly Problem[];
}

/** Reads a prompt. Throws one `EvaError` with every problem of every file, those that the plan would find included. */
export function openPrompt(root: string, id: string): OpenPrompt {
  checkPromptId(root, id);
  const config = loadConfig(root);
  const prompt = loadPrompt(root, id);
  const loaded = loadCases(root, prompt.value ?? { id }, config.value);
  const problems = [...config.problems, ...prompt.problems, ...loaded.problems];
  if (!config.value || !prompt.value || !loaded.value || hasErrors(problems)) {
    throw new EvaError([...problems, ...alsoRefused(config.value, loaded.value)]);
  }
  const { cases } = loaded.value;
  return {
    root,
    prompt: prompt.value,
    cases,
    config: config.value.config,
    asked_for: [...config.value.asked_for, ...loaded.value.asked_for],
    programs: usedPrograms(namedPrograms(root, prompt.value, cases, config.value.config), cases, config.value.config),
    warnings: problems,
  };
}

/** What the plan would refuse in those parts of broken files that can be read. */
function alsoRefused(config: LoadedConfig | null, loaded: LoadedCases | null): readonly Problem[] {
  const asked_for = [...(config?.asked_for ?? []), ...(loaded?.asked_for ?? [])];
  if (!config || !loaded) return asked_for.map(({ what, at }) => notSupported(what, at));
  return refusals({ cases: loaded.cases, config: config.config, asked_for });
}

/** Plans a run of an open prompt. Throws `EvaError` with all that stands against it. */
export function planOpenPrompt(open: OpenPrompt, only: readonly string[]): RunPlan {
  const planned = planRun({ ...open, only });
  if (!planned.value) throw new EvaError(planned.problems);
  return planned.value;
}
