import type { EvalScenario } from '#model/documents.gen.js';
import { checkScenario } from './check.js';
import type { ScenarioExpectation } from './expectations.js';
import { type Builder, builder, frozenCopy, type ReadonlyDeep } from './frozen-copy.js';

type Written = ReadonlyDeep<EvalScenario>;

/** A scenario: an item of `scenarios:` in eval.yml, without the keys that name files of a library. */
export interface ScenarioTest
  extends Omit<Written, 'then' | 'dataset' | 'inputs_from' | 'files' | 'allow_hidden' | 'models'> {
  readonly then: readonly ScenarioExpectation[];
  /** A data set: one conversation for each of its items, whose fields fill `{{…}}` in `given` and `when`. */
  readonly dataset?: string | ScenarioDataset | undefined;
}

/** The items of a scenario, in a file or in the program, and what is claimed of them. */
export type ScenarioDataset = FileDataset | ItemsDataset;

/** The items in a file, as in eval.yml. Its path is relative to the option `cwd` of `SigmaEval`. */
export interface FileDataset extends Exclude<NonNullable<Written['dataset']>, string> {
  readonly items?: never;
}

/** Items that are objects of the program, as plain data. */
export interface ItemsDataset extends Omit<FileDataset, 'file' | 'format' | 'delimiter' | 'items'> {
  /**
   * An array, or another iterable that is read once: all items together must be smaller than 64 MiB. eva reads them when the scenario is
   * evaluated.
   */
  readonly items: Iterable<object> | AsyncIterable<object>;
  readonly file?: never;
  readonly format?: never;
  readonly delimiter?: never;
}

/** Makes a scenario. Throws `EvaError` with every problem that eval.yml would have with it. */
export const ScenarioTest: Builder<ScenarioTest, ScenarioTest> = builder((fields) => {
  checkScenario(fields);
  return frozenCopy(fields);
});
