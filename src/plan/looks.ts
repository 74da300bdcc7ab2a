import { problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import type { Loaded } from '#model/problem.js';

/** Turns cases into looks, for a run that shows replies without judging them. Leaves out scenarios and triggering queries. */
export function asLooks(id: string, cases: readonly Case[]): Loaded<readonly Case[]> {
  const looks = cases.filter(({ subject }) => subject.kind === 'prompt').map(asLook);
  return { value: looks, problems: looks.length === 0 ? [problem('EVA_NOTHING_TO_RUN:looks', { id })] : [] };
}

/** Returns a case without its expectations, and without the claims about its slices. */
function asLook({ dataset, expected: _expected, ...testCase }: Case): Case {
  const slices = dataset?.slices.map(({ gate: _gate, ...field }) => field) ?? [];
  return { ...testCase, look: true, expectations: [], ...(dataset && { dataset: { ...dataset, slices } }) };
}
