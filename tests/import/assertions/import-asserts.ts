import type { ExpectationContext } from '#import/assertions/mapped.js';
import { readExpectations } from '#import/assertions/read-expectations.js';
import { openCodeFiles } from '#import/code/code-files.js';
import { nodeOf } from '#import/config-node.js';
import { openLedger } from '#import/finding.js';
import type { ImportedTest } from '#import/imported.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';

/** A test of a configuration for the tests, and what is known of its models. */
interface Given {
  readonly vars?: JsonObject;
  readonly options?: JsonObject;
  readonly threshold?: JsonValue;
  /** Files of the folder, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  readonly context?: Partial<ExpectationContext>;
}

const at = { file: 'promptfooconfig.yaml', line: 1, column: 1 };

/** Imports assertions of a test. Each has the line of its position: the first is on line 1. */
export function importAsserts(asserts: readonly JsonObject[], given: Given = {}) {
  const { vars = {}, options = {}, threshold, files = {} } = given;
  const ledger = openLedger();
  const code = openCodeFiles('promptfooconfig.yaml');
  const test: ImportedTest = {
    node: nodeOf({}, { ...at, line: 99 }),
    vars: Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, { kind: 'value', value }])),
    asserts: asserts.map((value, index) => nodeOf(value, { ...at, line: index + 1 })),
    options: Object.fromEntries(
      Object.entries(options).map(([key, value]) => [key, nodeOf(value, { ...at, line: 50 })]),
    ),
    ...(threshold !== undefined && { threshold: nodeOf(threshold, { ...at, line: 60 }) }),
  };
  const context: ExpectationContext = {
    ledger,
    folder: {
      dir: '/configs',
      text: (path) => {
        const text = files[path];
        if (text !== undefined) return { value: text, problems: [] };
        const missing = { severity: 'error', code: 'EVA_NO_FILE', message: `${path} does not exist` } as const;
        return { value: null, problems: [missing] };
      },
      bytes: () => ({ value: null, problems: [] }),
      find: () => ({ files: [] }),
    },
    reachModel: ({ value }) =>
      typeof value === 'string' && value.startsWith('near:')
        ? { model: value, entry: { name: 'near', config: { type: 'x' } } }
        : { unreachable: 'eva does not know its API' },
    reachEmbedding: (node) => (node?.value === 'far' ? { unreachable: 'it is elsewhere' } : { model: 'near:embed' }),
    hasPrice: true,
    tools: [],
    reportsCalls: true,
    parsesJson: false,
    callsInOutput: true,
    code,
    ...given.context,
  };
  const expectations = readExpectations(test, context);
  const findings = ledger.all().map((one) => `${one.effect} :${one.at.line} ${one.what}: ${one.reason}`);
  const { assert, rubric, rest } = expectations.expects;
  return {
    ...expectations,
    ...rest,
    assert: assert.map(({ item }) => item),
    rubric: rubric.map(({ item }) => item),
    sources: { assert: assert.map(({ source }) => source), rubric: rubric.map(({ source }) => source) },
    findings,
    files: code.files(),
    copied: code.copied(),
  };
}

/** Returns the checks of one assertion; the reason if it is left out. */
export function checkOf(assertion: JsonObject, given: Given = {}): readonly JsonObject[] | string {
  const { assert, findings } = importAsserts([assertion], given);
  const left = findings.find((finding) => finding.startsWith('left_out'));
  return left?.replace(/^left_out :1 /, '') ?? assert;
}
