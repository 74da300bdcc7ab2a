import { pairRefusals } from '#decide/pairs/pair-outlooks.js';
import { type ParamsOf, problem } from '#errors/index.js';
import type { Case } from '#model/case.js';
import { defaultSignificanceLevel } from '#model/limits.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import type { Problem } from '#model/problem.js';

/** Warns of a margin of `compare:` that its cases cannot show, whatever models answer: no comparison would meet the gate. */
export function compareRefusals(cases: readonly Case[], rule: CompareRule): readonly Problem[] {
  const named = cases.filter(({ name }) => rule.cases?.includes(name));
  const compared = named.length > 0 ? named : cases;
  const question = { margin: rule.not_worse_by, alpha: defaultSignificanceLevel };
  const refused = pairRefusals(compared, question, (name) => rule.cases?.includes(name) === true);
  const [first] = refused;
  if (!first?.fix) return [];
  const params = { ...(first.fix as unknown as MarginParams), more: refused.length - 1 };
  return [problem('EVA_UNDERPOWERED:compare', params, { at: rule.at, severity: 'warning' })];
}

type MarginParams = ParamsOf<'EVA_UNDERPOWERED:margin'>;
