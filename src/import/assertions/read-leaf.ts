import { planChecks } from '#grade/check-parts/prepare-checks.js';
import { undeclaredIn } from '#grade/checks/declared-tools.js';
import { BoundedCache } from '#model/data/collections.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { type CheckSpec, checksIn } from '#model/grader.js';
import { hasErrors, type Place, type Problem } from '#model/problem.js';
import { checkDocument } from '#model/schema/validator.js';
import { isBlank } from '#model/text/characters.js';
import { placeholders } from '#model/text/quoted.js';
import { type Chain, isTrim, readStep, seenAfter, trimmedAnswer } from '../code/chain.js';
import { fileReference } from '../code/copy-module.js';
import { javascriptAssertion } from '../code/javascript-assertion.js';
import { pythonAssertion } from '../code/python-assertion.js';
import type { ConfigNode } from '../config-node.js';
import { listUnknownKeys } from '../finding.js';
import type { ImportedTest } from '../imported.js';
import { readData } from '../reading/documents.js';
import { renderTemplate } from '../template/evaluate.js';
import { factTypes, gradedTypes, notCarried, notCarriedFamilies, textTypes } from './kinds.js';
import {
  type Assertion,
  assertionType,
  type CarriedChecks,
  type ExpectationContext,
  type Mapped,
  type NotMapped,
  notMapped,
  type Remark,
} from './mapped.js';

/** One assertion in eva's words. */
export interface Leaf {
  readonly node: ConfigNode;
  readonly mapped: Mapped;
  /** Its name in reports. */
  readonly about?: string;
  readonly weight: number;
}

/** The test of an assertion, and the transforms that apply before its own. */
export interface TestScope {
  readonly test: ImportedTest;
  readonly chain: Chain;
  readonly context: ExpectationContext;
}

const knownKeys = [
  ...['type', 'value', 'config', 'threshold', 'weight', 'provider', 'rubricPrompt', 'metric', 'transform'],
  'contextTransform',
];

/** Reads an assertion that is no set. Adds what is not carried over as it is to the ledger. */
export function readLeaf(node: ConfigNode, scope: TestScope): Leaf {
  const { context } = scope;
  listUnknownKeys(node, knownKeys, { ledger: context.ledger, within: 'assert.' });
  const what = assertionType(node) ?? 'assertion';
  const mapped = mapLeaf(node, scope);
  const { ledger } = context;
  if (mapped.kind === 'left_out') {
    const { kind: _kind, ...reason } = mapped;
    ledger.add('left_out', 'assertion', node, { what, ...reason });
  } else {
    if (mapped.replaced) ledger.add('replaced', 'assertion', node, { what, ...mapped.replaced });
    if (mapped.noted) ledger.add('noted', 'assertion', node, { what, ...mapped.noted });
  }
  const about = metricName(node, scope.test) ?? (mapped.kind === 'checks' ? mapped.name : undefined);
  return { node, mapped, weight: weightOf(node), ...(about !== undefined && { about }) };
}

function mapLeaf(node: ConfigNode, scope: TestScope): Mapped {
  const written = assertionType(node);
  if (written === undefined) return notMapped('it has no type');
  if (weightOf(node) === 0) return notMapped('its weight is 0, so it never fails');
  const isNot = written.startsWith('not-');
  const type = isNot ? written.slice('not-'.length) : written;
  const family = Object.keys(notCarriedFamilies).find((start) => type.startsWith(start));
  const reason = ownValue(notCarried, type) ?? (family === undefined ? undefined : notCarriedFamilies[family]);
  if (reason) return { kind: 'left_out', ...reason };
  const read = readValue(node.child('value'), scope, isCodeType(type));
  if ('kind' in read) return read;
  const { value, replaced } = read;
  const mapped = mapValue({ node, test: scope.test, type, isNot, value }, scope);
  return mapped.kind === 'left_out' || !replaced ? mapped : { ...mapped, replaced };
}

function mapValue(assertion: Assertion, { chain, context }: TestScope): Mapped {
  const { type, isNot, node } = assertion;
  const transform = node.child('transform');
  const own = transform ? readStep(transform, context) : [];
  if (isCodeType(type)) return sound(mapCode(assertion, [...chain, ...own], context), context);
  const ofText = ownValue(textTypes, type);
  const ofFacts = ownValue(factTypes, type);
  const graded = ownValue(gradedTypes, type);
  if (ofText) {
    const mapped = sound(ofText(assertion, context), context);
    if (mapped.kind === 'checks' && mapped.checks.some((check) => 'extract' in check) && [...chain, ...own].length > 0)
      return notMapped('eva extracts once from an answer, and the transform does', 'write a `module` check');
    return own.length > 0 ? seeing(mapped, [...chain, ...own], context) : withCallsInMind(mapped, chain, context);
  }
  if (ofFacts) return aboutFacts(sound(ofFacts(assertion, context), context));
  if (!graded) return notMapped('promptfoo and eva do not know this type', 'correct the type');
  if (isNot) return notMapped('eva has no rubric that must not be met', 'write a rubric that says the opposite');
  if (transform && own.length > 0) {
    const reason = 'all rubrics of a case see the same part of an answer';
    context.ledger.add('left_out', 'setting', transform, {
      what: 'transform',
      reason,
      todo: 'use `extract` of the case',
    });
  }
  return graded(assertion, context);
}

function aboutFacts(mapped: Mapped): Mapped {
  return mapped.kind === 'checks' ? { ...mapped, sees: 'facts' } : mapped;
}

/** Lets checks see an answer after transforms of their own. */
function seeing(mapped: Mapped, chain: Chain, context: ExpectationContext): Mapped {
  if (mapped.kind !== 'checks') return mapped;
  const { extract, isTrimmed, needsAllVars } = seenAfter(chain, context);
  const own = extract ?? (isTrimmed ? trimmedAnswer : undefined);
  if (!own) return mapped;
  const checks = mapped.checks.map((check) => ({ ...check, extract: own }));
  return { ...mapped, checks, ...(needsAllVars && { needsAllVars }) };
}

/** Leaves checks out that `eva doctor` would not accept. */
function sound(mapped: Mapped, { tools }: ExpectationContext): Mapped {
  if (mapped.kind !== 'checks') return mapped;
  const [first] = mapped.checks.flatMap((check): readonly Problem[] => problemsOfCheck(check, tools));
  return first && hasErrors([first]) ? notMapped(`eva cannot use it: ${first.message}`, first.hint) : mapped;
}

/**
 * A model with tools may answer with calls alone. promptfoo then compares their JSON, and eva an empty text; both compare what a transform
 * makes of the calls.
 */
function withCallsInMind(mapped: Mapped, chain: Chain, { tools, callsInOutput }: ExpectationContext): Mapped {
  if (mapped.kind !== 'checks' || mapped.replaced || tools.length === 0) return mapped;
  if (callsInOutput && chain.some(({ inline }) => inline === undefined || !isTrim(inline))) return mapped;
  return { ...mapped, replaced: seesText } satisfies CarriedChecks;
}

const seesText = {
  reason: 'eva compares the text of an answer, and promptfoo also the JSON of its tool calls',
  todo: 'use `called` for calls',
};

function weightOf(node: ConfigNode): number {
  const weight = node.child('weight')?.value;
  return typeof weight === 'number' ? weight : 1;
}

function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const longestName = 200;

/** Returns the `metric` of an assertion with the variables of the test: its name in reports. */
export function metricName(node: ConfigNode, { vars }: ImportedTest): string | undefined {
  const metric = node.child('metric')?.value;
  if (typeof metric !== 'string') return undefined;
  const rendered = /\{[{%#]/.test(metric) ? renderTemplate(metric, vars) : { text: metric };
  const name = ('text' in rendered ? rendered.text : metric).slice(0, longestName);
  return isBlank(name) ? undefined : name;
}

const known = new BoundedCache<string, readonly Problem[]>();

/**
 * Returns what `eva doctor` would say of a check in eval.yml; an empty list if it can run. `tools` are the names of the declared tools, empty
 * for none. Files that the check names are not looked for.
 */
function problemsOfCheck(check: JsonObject, tools: readonly string[] = []): readonly Problem[] {
  return known.of(JSON.stringify([check, tools]), () => {
    const shape = checkDocument('eval', { cases: [{ name: 'any', assert: [check] }] });
    if (shape.length > 0) return shape.map(({ problem }) => problem);
    const specs = checksIn(check).map(([op, value]): CheckSpec => ({ op, value }));
    const declared = tools.map((name) => ({ name, input_schema: {} }));
    return [
      ...planChecks(specs),
      ...specs.flatMap((spec) => undeclaredIn(spec, tools.length > 0 ? declared : undefined)),
    ];
  });
}

/** Returns true for the types whose value is code. */
function isCodeType(type: string): boolean {
  return type === 'javascript' || type === 'python';
}

/** Carries over code in the language of its file, else of its type. */
function mapCode(assertion: Assertion, chain: Chain, context: ExpectationContext): Mapped {
  const path = typeof assertion.value === 'string' ? (fileReference(assertion.value)?.path ?? '') : '';
  if (path.endsWith('.rb')) return notMapped('eva runs no Ruby', 'write a `module` or `command` check');
  const isPython = path.endsWith('.py') || (assertion.type === 'python' && !/\.[cm]?[jt]s$/i.test(path));
  return isPython ? pythonAssertion(assertion, chain, context) : javascriptAssertion(assertion, chain, context);
}

/** A value with the variables of the test, or the reason why the assertion is left out. */
type ReadValue = { readonly value: JsonValue | undefined; readonly replaced?: Remark } | NotMapped;

const fileMark = 'file://';

const code = /\.(?:[cm]?[jt]s|py|rb)(?::[^/\\]*)?$/i;

interface TestFiles {
  readonly test: ImportedTest;
  readonly context: ExpectationContext;
}

/**
 * Reads the `value` of an assertion as promptfoo does: texts and the texts of a list get the variables, files are read, other values stay.
 * The name of a file with code stays too if the assertion `isCode`.
 */
function readValue(node: ConfigNode | undefined, { test, context }: TestFiles, isCode: boolean): ReadValue {
  if (!node) return { value: undefined };
  const { value } = node;
  if (isCode && typeof value === 'string' && value.startsWith(fileMark)) return { value };
  if (typeof value === 'string') return readText(value, node, { test, context });
  if (!Array.isArray(value)) return { value };
  const items: JsonValue[] = [];
  for (const [index, item] of (value as readonly JsonValue[]).entries()) {
    const inner = node.child(index);
    const read = typeof item === 'string' && inner ? readText(item, inner, { test, context }) : { value: item };
    if ('kind' in read) return read;
    items.push(read.value ?? null);
  }
  return { value: items };
}

function readText(text: string, node: ConfigNode, { test, context }: TestFiles): ReadValue {
  if (text.startsWith('package:')) return fromCode;
  if (!text.startsWith(fileMark)) return rendered(text, test);
  const path = text.slice(fileMark.length);
  return code.test(path) ? fromCode : readFile(path, node.place(), { test, context });
}

const fromCode = notMapped('its value comes from code, which eva does not execute', 'write the value itself');

/** Inserts the variables of the test. A text without braces stays as it is. */
function rendered(text: string, test: ImportedTest): ReadValue {
  if (!/\{[{%#]/.test(text)) return { value: text };
  const result = renderTemplate(text, test.vars);
  if ('text' in result) return { value: result.text };
  return notMapped(`its value cannot be computed: ${result.unsupported}`, 'write the value itself');
}

function readFile(path: string, at: Place, { test, context }: TestFiles): ReadValue {
  const { value: text, problems } = context.folder.text(path, at);
  if (text === null) return notMapped(problems[0]?.message ?? `${path} cannot be read`);
  if (/\.(?:json|ya?ml)$/i.test(path)) {
    const data = readData(text, path);
    if (data.value === null)
      return notMapped(`${path} cannot be read: ${data.problems[0]?.message ?? 'it is no data'}`);
    return { value: data.value.data };
  }
  return withValues(/\.txt$/i.test(path) ? text.trim() : text, test);
}

/** Inserts variables into the text of a file that has their placeholders. promptfoo sends such a text as it is. */
function withValues(text: string, test: ImportedTest): ReadValue {
  const hasPlaceholders = placeholders(text).some((name) => Object.hasOwn(test.vars, name));
  const read = hasPlaceholders ? rendered(text, test) : undefined;
  if (!read || 'kind' in read) return { value: text };
  const reason = 'promptfoo does not insert variables into a text from a file, and eva got the text with their values';
  return { value: read.value, replaced: { reason } };
}
