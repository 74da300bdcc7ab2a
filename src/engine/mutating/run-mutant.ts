import { EvaError } from '#errors/index.js';
import type { MutantEnd } from '#model/run/mutation.js';
import type { CaseResult } from '#model/run/run.js';
import type { Mutant } from '#mutation/mutant.js';
import { mutantBody } from '#mutation/mutants-of.js';
import type { RunDeps } from '#run/deps.js';
import { run } from '#run/run.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { endsWithin } from '../session/ends.js';

/**
 * Asks the cases of a plan in their order with the body of a mutant, until one does not pass. Throws `EvaError` if a call can never succeed,
 * unless the provider rejects the request: the body of the mutant is the only difference to requests that it accepted.
 */
export async function endOfMutant({ plan }: OpenPrompt, mutant: Mutant, deps: RunDeps): Promise<MutantEnd> {
  const body = mutantBody(plan.body, mutant);
  let missing: string | null = null;
  for (const testCase of plan.cases) {
    const ends = endsWithin(deps);
    try {
      const { cases } = await run({ ...plan, body, cases: [testCase] }, { ...deps, ...ends });
      const [result] = cases;
      if (result?.passed === false) return { result: 'killed', killed_by: testCase.name };
      if (result?.passed !== true) missing ??= whyMissing(result);
    } catch (error) {
      if (!isRejection(error)) throw error;
      return { result: 'rejected', why: error.problems[0]?.message ?? '' };
    }
  }
  return missing === null ? { result: 'survived' } : { result: 'unknown', why: missing };
}

function isRejection(error: unknown): error is EvaError {
  return error instanceof EvaError && error.problems.every(({ code }) => code === 'EVA_BAD_REQUEST');
}

function whyMissing(result: CaseResult | undefined): string {
  const missing = result?.trials.find((trial) => trial.outcome === 'missing');
  return missing?.outcome === 'missing' ? missing.reason : 'a reply is missing';
}
