import { EvaError } from '#errors.js';
import { type NamedProgram, namedPrograms } from '#library/programs.js';
import { checkPromptId } from '#library/prompts.js';
import { loadConfig } from '#load/config.js';
import { loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt.js';
import type { Case } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { hasErrors, type Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { RunPlan } from '#model/run.js';
import { modelsOf } from '#plan/case-evidence.js';
import { type PlanInput, planRun } from '#plan/plan-run.js';
import { routeModel } from '#provider/model-name.js';

/** A prompt with all that its files and eva.yml say. */
export interface OpenPrompt extends Omit<PlanInput, 'only' | 'programs'> {
  readonly root: string;
  readonly prompt: Prompt;
  readonly cases: readonly Case[];
  readonly config: LibraryConfig;
  readonly programs: readonly NamedProgram[];
  readonly warnings: readonly Problem[];
}

/** Reads a prompt. Throws one `EvaError` with every problem of every file, those of the plan included. */
export function openPrompt(root: string, id: string): OpenPrompt {
  checkPromptId(root, id);
  const config = loadConfig(root);
  const prompt = loadPrompt(root, id);
  const problems = [...config.problems, ...prompt.problems];
  const cases = config.value && prompt.value ? loadCases(root, prompt.value, config.value) : null;
  problems.push(...(cases?.problems ?? []));
  if (!config.value || !prompt.value || !cases?.value || hasErrors(problems)) throw new EvaError(problems);
  return {
    root,
    prompt: prompt.value,
    cases: cases.value.cases,
    config: config.value.config,
    asked_for: config.value.asked_for,
    programs: usedPrograms(root, prompt.value, cases.value.cases, config.value.config),
    warnings: problems,
  };
}

/** The programs that these cases reach: their checks, and the providers that their models lead to. */
function usedPrograms(
  root: string,
  prompt: Prompt,
  cases: readonly Case[],
  config: LibraryConfig,
): readonly NamedProgram[] {
  const used = new Set(modelsOf(cases).map((model) => providerOf(model, config)));
  return namedPrograms(root, prompt, cases, config).filter(({ kind, name }) => kind === 'check' || used.has(name));
}

function providerOf(model: string, config: LibraryConfig): string | undefined {
  const result = routeModel(model, config.providers);
  return 'route' in result ? result.route.provider : undefined;
}

/** Plans a run of an open prompt. Throws `EvaError` with all that stands against it. */
export function planOpenPrompt(open: OpenPrompt, only: readonly string[]): RunPlan {
  const planned = planRun({ ...open, only });
  if (!planned.value) throw new EvaError(planned.problems);
  return planned.value;
}
