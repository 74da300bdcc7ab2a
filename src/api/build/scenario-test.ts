import type { EvalScenario } from '#model/documents.gen.js';
import { checkScenario } from './check.js';
import type { ScenarioExpectation } from './expectations.js';
import { type Builder, builder, frozenCopy, type ReadonlyDeep } from './frozen-copy.js';

/** A scenario: an item of `scenarios:` in eval.yml, without the keys that name files. */
export interface ScenarioTest
  extends Omit<ReadonlyDeep<EvalScenario>, 'then' | 'inputs_from' | 'files' | 'allow_hidden'> {
  readonly then: readonly ScenarioExpectation[];
}

/** Makes a scenario. Throws `EvaError` with every problem that eval.yml would have with it. */
export const ScenarioTest: Builder<ScenarioTest, ScenarioTest> = builder((fields) => {
  checkScenario(fields);
  return frozenCopy(fields);
});
