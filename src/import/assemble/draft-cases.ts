import type { LibraryConfig } from '#model/config.js';
import { groupBy } from '#model/data/collections.js';
import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { withBuiltInPrices } from '#provider/prices/built-in-prices.js';
import type { ExpectationContext } from '../assertions/mapped.js';
import { readExpectations } from '../assertions/read-expectations.js';
import type { CodeFiles } from '../code/code-files.js';
import { isEmpty } from '../draft.js';
import type { ImportFinding, Ledger } from '../finding.js';
import type {
  BodyInput,
  ImportContext,
  ImportedExpectations,
  ImportedModel,
  ImportedTest,
  VarValue,
} from '../imported.js';
import { reachEmbedding, reachModel } from '../providers/graders.js';
import { hasChatCalls } from '../providers/read-models.js';
import { settingsFrom } from '../reading/option-settings.js';
import { placeKey } from '../writing/stage.js';
import { copyPath, type FileSet } from './file-set.js';
import { extrasOf, freeTitle, type InputsWanted, type TestCase } from './fold-rows.js';
import { isAmong } from './group-prompts.js';

/** What the cases of a prompt are made of. */
interface CaseParts {
  readonly tests: readonly ImportedTest[];
  /** The inputs of all prompts that are asked with these cases. */
  readonly inputs: readonly BodyInput[];
  readonly models: readonly ImportedModel[];
  readonly nameOf: ReadonlyMap<ImportedModel, string>;
  readonly files: FileSet;
  readonly code: CodeFiles;
}

/** A case with what else its test needs of the library. */
export interface DraftedCase extends TestCase {
  readonly expectations: ImportedExpectations;
}

export function draftCases(parts: CaseParts, context: ImportContext): readonly DraftedCase[] {
  const taken = new Set<string>();
  const cases = parts.tests.map((test, index) => {
    const asked = parts.models.filter(({ names }) => isAmong(test.providers, names));
    const expectations = expectationsOf(test, asked, parts.code, context);
    const { expects, needsAllVars } = expectations;
    const wanted = { body: parts.inputs, needsAllVars };
    const models =
      asked.length === parts.models.length ? undefined : asked.flatMap((one) => parts.nameOf.get(one) ?? []);
    return {
      name: caseName(test, `test ${index + 1}`, taken),
      tests: [test],
      extras: extrasOf(test, wanted),
      setup: {
        ...caseInputs(test, wanted, parts.files),
        ...settingsFrom(test, asked, context),
        ...(models && { models }),
      },
      isLook: isEmpty(expects),
      expects,
      expectations,
    };
  });
  const left = context.ledger.all().filter(({ effect, kind }) => effect === 'left_out' && kind === 'assertion');
  const leftOutAt = groupBy(left, ({ at }) => placeKey(at));
  return cases.map((one) => ({ ...one, comments: one.tests.flatMap((test) => commentsOf(test, leftOutAt)) }));
}

/** Reads the assertions of a test, for the models that ask it. */
function expectationsOf(
  test: ImportedTest,
  models: readonly ImportedModel[],
  code: CodeFiles,
  context: ImportContext,
): ImportedExpectations {
  return readExpectations(test, {
    ...context,
    ...modelFacts(models, context.ledger),
    code,
    reachModel: (node) => reachModel(node, context),
    reachEmbedding: (node) => reachEmbedding(node, context),
  });
}

/** The facts of the models under test that decide which checks they can have. */
type ModelFacts = Pick<
  ExpectationContext,
  'hasPrice' | 'tools' | 'reportsCalls' | 'parsesJson' | 'callsInOutput' | 'providerTransform'
>;

/**
 * Returns the facts that all models of a test share. If their transforms differ, each is added to the ledger: the checks of a case see the
 * same part of every answer.
 */
function modelFacts(models: readonly ImportedModel[], ledger: Ledger): ModelFacts {
  const [first] = models;
  const transforms = new Set(models.map(({ transform }) => JSON.stringify(transform?.value ?? null)));
  if (transforms.size > 1) leaveOutTransforms(models, ledger);
  return {
    hasPrice: models.every((one) => hasPrice(one)),
    tools: toolsOf(models),
    reportsCalls: models.every(({ reportsCalls }) => reportsCalls),
    parsesJson: models.every(({ settings }) => isObject(settings['response_format'])),
    callsInOutput: models.every((one) => hasChatCalls(one)),
    ...(transforms.size === 1 && first?.transform && { providerTransform: first.transform }),
  };
}

function leaveOutTransforms(models: readonly ImportedModel[], ledger: Ledger): void {
  for (const { transform } of models) {
    if (!transform) continue;
    ledger.add('left_out', 'setting', transform, {
      what: 'transform',
      reason: 'the models have different ones, and the checks of a case see the same part of every answer',
      todo: 'write a case with `extract` for each model',
    });
  }
}

/** Returns true if eva knows a price of a model, or the configuration names one. */
function hasPrice({ model, entry, price }: ImportedModel): boolean {
  if (price !== undefined) return true;
  const config = { providers: entry ? { [entry.name]: entry.config } : {}, prices: {} } as unknown as LibraryConfig;
  return Object.keys(withBuiltInPrices(config, [model], { env: {} })).length > 0;
}

/** Returns the names of the tools that all models declare. */
function toolsOf(models: readonly ImportedModel[]): readonly string[] {
  const lists = models.map(({ settings: { tools } }) =>
    (Array.isArray(tools) ? tools : []).flatMap((tool: JsonValue) =>
      isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
    ),
  );
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)));
}

/** Returns the lines above a case that say what was left out of it. */
function commentsOf(test: ImportedTest, leftOutAt: ReadonlyMap<string, readonly ImportFinding[]>): readonly string[] {
  const places = new Set(test.asserts.map((node) => placeKey(node.place())));
  const left = [...places].flatMap((place) => leftOutAt.get(place) ?? []);
  return left.map(({ what, reason }) => `left out: ${what}: ${reason}`);
}

/** A text longer than this stays in a file of its own, if it comes from one. */
const longText = 400;

/** Returns `inputs` and `files` of the case of a test. Adds the files that they name. A value that is absent or null is left out. */
function caseInputs(test: ImportedTest, wanted: InputsWanted, files: FileSet): JsonObject {
  const inputs: Record<string, JsonValue> = {};
  const named: Record<string, string> = {};
  for (const [name, value] of valuesOf(test, wanted)) {
    if (value.kind === 'media') {
      const path = value.content
        ? files.add(copyPath(value.file), value.content)
        : files.copy(value.file, test.node.place());
      if (path !== null) inputs[name] = path;
    } else if (value.file !== undefined && typeof value.value === 'string' && value.value.length > longText) {
      named[name] = files.add(copyPath(value.file), value.value);
    } else if (value.value !== null) inputs[name] = value.value;
  }
  return {
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(Object.keys(named).length > 0 && { files: named }),
  };
}

function valuesOf(test: ImportedTest, { body, needsAllVars }: InputsWanted): ReadonlyMap<string, VarValue> {
  const values = new Map<string, VarValue>();
  for (const input of body) {
    const value = input.fixed === undefined ? input.valueOf(test.vars) : undefined;
    if (value !== undefined) values.set(input.name, value);
  }
  if (!needsAllVars) return values;
  for (const [name, value] of Object.entries(test.vars)) {
    const shown = values.get(name);
    const data = value.kind === 'value' ? value.value : undefined;
    if (!shown) values.set(name, data === null ? { kind: 'value', value: 'null' } : value);
    else if (data !== undefined && typeof data !== 'string' && !(shown.kind === 'value' && shown.value === data))
      values.set(`${name}__json`, { kind: 'value', value: JSON.stringify(data) });
  }
  return values;
}

const maxName = 160;

/** Returns a name for the case of a test: one line, not too long, and each name once. */
function caseName({ description = '' }: ImportedTest, fallback: string, taken: Set<string>): string {
  const line = description.replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return freeTitle(isBlank(line) ? fallback : [...line].slice(0, maxName).join('').trim(), taken);
}
