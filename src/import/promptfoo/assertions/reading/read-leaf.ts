import type { JsonObject } from '#model/data/json.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { isBlank } from '#model/text/characters.js';
import type { ConfigNode } from '../../../config-node.js';
import { listUnknownKeys } from '../../../finding.js';
import type { ImportedTest } from '../../imported.js';
import type { ExpectationContext } from '../context.js';
import { factTypes, gradedTypes, textTypes } from '../kinds/index.js';
import { notCarried, notCarriedFamilies } from '../kinds/not-carried.js';
import { type CarriedChecks, leftOut, type Mapped } from '../mapped.js';
import { type Assertion, typeOf } from './assertion.js';
import { problemsOfCheck } from './problems-of-check.js';
import { readValue } from './read-value.js';

/** One assertion in eva's words. */
export interface Leaf {
  readonly node: ConfigNode;
  readonly mapped: Mapped;
  /** Its name in reports. */
  readonly about?: string;
  readonly weight: number;
}

const knownKeys = [
  'type',
  'value',
  'config',
  'threshold',
  'weight',
  'provider',
  'rubricPrompt',
  'metric',
  'transform',
  'contextTransform',
];

/** Reads an assertion that is no set. Adds what is not carried over as it is to the ledger. */
export function readLeaf(node: ConfigNode, test: ImportedTest, context: ExpectationContext): Leaf {
  listUnknownKeys(node, knownKeys, context);
  const what = typeOf(node) ?? 'assertion';
  const mapped = mapLeaf(node, test, context);
  const { ledger } = context;
  if (mapped.kind === 'left_out') {
    const { kind: _kind, ...reason } = mapped;
    ledger.add('left_out', 'assertion', node, { what, ...reason });
  } else {
    if (mapped.replaced) ledger.add('replaced', 'assertion', node, { what, ...mapped.replaced });
    if (mapped.noted) ledger.add('noted', 'assertion', node, { what, ...mapped.noted });
  }
  const about = nameOf(node, test, context);
  return { node, mapped, weight: weightOf(node), ...(about !== undefined && { about }) };
}

function mapLeaf(node: ConfigNode, test: ImportedTest, context: ExpectationContext): Mapped {
  const written = typeOf(node);
  if (written === undefined) return leftOut('it has no type');
  if (weightOf(node) === 0) return leftOut('its weight is 0, so it never fails');
  const isNot = written.startsWith('not-');
  const type = isNot ? written.slice('not-'.length) : written;
  const family = Object.keys(notCarriedFamilies).find((start) => type.startsWith(start));
  const reason = notCarried[type] ?? (family === undefined ? undefined : notCarriedFamilies[family]);
  if (reason) return { kind: 'left_out', ...reason };
  const read = readValue(node.child('value'), test, context);
  if ('kind' in read) return read;
  const { value, isFromFile, replaced } = read;
  const mapped = mapValue({ node, test, written, type, isNot, value, isFromFile }, context);
  return mapped.kind === 'left_out' || !replaced ? mapped : { ...mapped, replaced };
}

function mapValue(assertion: Assertion, context: ExpectationContext): Mapped {
  const { type, isNot } = assertion;
  const ofText = textTypes[type];
  const ofFacts = factTypes[type];
  const graded = gradedTypes[type];
  if (ofText) return withCallsInMind(sound(ofText(assertion, context), context), context);
  if (ofFacts) return sound(ofFacts(assertion, context), context);
  if (!graded) return leftOut('promptfoo and eva do not know this type', 'correct the type');
  return isNot
    ? leftOut('eva has no rubric that must not be met', 'write a rubric that says the opposite')
    : graded(assertion, context);
}

/** Leaves checks out that `eva doctor` would not accept. */
function sound(mapped: Mapped, { tools }: ExpectationContext): Mapped {
  if (mapped.kind !== 'checks') return mapped;
  const [first] = mapped.checks.flatMap((check): readonly Problem[] => problemsOfCheck(check, tools));
  return first && hasErrors([first]) ? leftOut(`eva cannot use it: ${first.message}`, first.hint) : mapped;
}

/** A model with tools may answer with calls alone. promptfoo then compares their JSON, and eva an empty text. */
function withCallsInMind(mapped: Mapped, { tools }: ExpectationContext): Mapped {
  if (mapped.kind !== 'checks' || mapped.replaced || tools.length === 0) return mapped;
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

const longestName = 200;

/** Returns the `metric` of an assertion with the variables of the test: its name in reports. */
export function nameOf(node: ConfigNode, test: ImportedTest, context: ExpectationContext): string | undefined {
  const metric = node.child('metric')?.value;
  if (typeof metric !== 'string') return undefined;
  const rendered = /\{[{%#]/.test(metric) ? context.render(metric, test.vars) : { text: metric };
  const name = ('text' in rendered ? rendered.text : metric).slice(0, longestName);
  return isBlank(name) ? undefined : name;
}

/** Returns an item of `assert` with the name of its assertion. */
export function named(check: JsonObject, about: string | undefined): JsonObject {
  return about === undefined ? check : { about, ...check };
}
