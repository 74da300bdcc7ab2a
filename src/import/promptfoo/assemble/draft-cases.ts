import { groupBy } from '#model/data/collections.js';
import type { JsonObject } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';
import type { Traced } from '../../draft.js';
import type { Finding, Ledger } from '../../finding.js';
import { placeKey } from '../../writing/stage.js';
import type { BodyInput, ImportedExpectations, ImportedModel, ImportedTest } from '../imported.js';
import { caseInputs } from './case-inputs.js';
import { caseNamer } from './case-names.js';
import { extrasOf } from './extras.js';
import type { FileSet } from './file-set.js';
import { isAmong } from './references.js';
import type { TestCase } from './test-case.js';

/** What the cases of a prompt are made of. */
export interface CaseParts {
  readonly tests: readonly ImportedTest[];
  /** The inputs of all prompts that are asked with these cases. */
  readonly inputs: readonly BodyInput[];
  readonly models: readonly ImportedModel[];
  readonly nameOf: ReadonlyMap<ImportedModel, string>;
  readonly files: FileSet;
  readonly ledger: Ledger;
  /** Reads the assertions of a test, for the models that ask it. */
  expectationsOf(test: ImportedTest, models: readonly ImportedModel[]): ImportedExpectations;
  /** Settings of the models that the options of a test set. */
  settingsOf(test: ImportedTest, models: readonly ImportedModel[]): JsonObject;
}

/** A case with what else its test needs of the library. */
export interface DraftedCase extends TestCase {
  readonly expectations: ImportedExpectations;
}

export function draftCases(parts: CaseParts): readonly DraftedCase[] {
  const nameCase = caseNamer();
  const cases = parts.tests.map((test, index) => {
    const asked = parts.models.filter(({ names }) => isAmong(test.providers, names));
    const expectations = parts.expectationsOf(test, asked);
    const { assert, rubric, sources, needsAllVars } = expectations;
    const wanted = { body: parts.inputs, needsAllVars };
    const models =
      asked.length === parts.models.length ? undefined : asked.flatMap((one) => parts.nameOf.get(one) ?? []);
    return {
      name: nameCase(test.description, `test ${index + 1}`),
      tests: [test],
      extras: extrasOf(test, wanted),
      setup: {
        ...caseInputs(test, wanted, parts.files),
        ...parts.settingsOf(test, asked),
        ...(models && { models }),
      },
      isLook: assert.length === 0 && rubric.length === 0,
      expects: {
        assert: traced(assert, sources.assert),
        rubric: traced(rubric, sources.rubric),
        rest: restOf(expectations),
      },
      expectations,
    };
  });
  const leftOutAt = leftOutByPlace(parts.ledger.all());
  return cases.map((one) => ({ ...one, comments: one.tests.flatMap((test) => commentsOf(test, leftOutAt)) }));
}

function traced<T>(items: readonly T[], sources: readonly ConfigNode[]): readonly Traced<T>[] {
  return items.map((item, index) => ({ item, source: sources[index] as ConfigNode }));
}

function restOf({ reference, extract, judge }: ImportedExpectations) {
  return { ...(reference !== undefined && { reference }), ...(extract && { extract }), ...(judge && { judge }) };
}

function leftOutByPlace(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const left = findings.filter(({ effect, kind }) => effect === 'left_out' && kind === 'assertion');
  return groupBy(left, ({ at }) => placeKey(at));
}

/** Returns the lines above a case that say what was left out of it. */
function commentsOf(test: ImportedTest, leftOutAt: ReadonlyMap<string, readonly Finding[]>): readonly string[] {
  const places = new Set(test.asserts.map((node) => placeKey(node.place())));
  const left = [...places].flatMap((place) => leftOutAt.get(place) ?? []);
  return left.map(({ what, reason }) => `left out: ${what}: ${reason}`);
}
