import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { moduleFile } from '../code/code-files.js';
import { readData } from '../reading/documents.js';
import {
  type Assertion,
  carried,
  type ExpectationContext,
  forPurpose,
  type Mapped,
  notMapped,
  type Remark,
  thresholdOf,
} from './mapped.js';

/** Carries over `is-json`, with a schema if its value is one. An answer that is no JSON meets `not-is-json` with a schema as well. */
export function mapIsJson({ isNot, value }: Assertion): Mapped {
  const read = readSchema(value);
  if ('kind' in read) return read;
  const { schema, remarks } = read;
  if (schema === undefined) return carried([{ [isNot ? 'not_is_json' : 'is_json']: true }]);
  if (!isNot) return carried([{ json_schema: schema }], remarks);
  return carried([{ at_least: { count: 1, of: [{ not_is_json: true }, { not_json_schema: schema }] } }], remarks);
}

/** Carries over `contains-json` as a schema of the only object in an answer. promptfoo takes any of several. */
export function containsJson({ isNot, value }: Assertion): Mapped {
  if (isNot) return notMapped('eva has no check that an answer has no JSON in it', 'write a `module` check');
  const read = readSchema(value);
  if ('kind' in read) return read;
  const { schema = {}, remarks } = read;
  const ofObject = 'type' in schema ? schema : { type: 'object', ...schema };
  return carried([{ json_schema: ofObject, extract: 'json' }], { noted: ofSeveral, ...remarks });
}

const ofSeveral: Remark = {
  reason: 'of an answer with several JSON objects or lists, promptfoo takes any that is right, and eva none',
};

interface ReadSchema {
  readonly schema?: JsonObject;
  readonly remarks?: { readonly replaced: Remark };
}

/** Reads a schema: a mapping, or a text with its YAML or JSON. One that allows everything is none. */
function readSchema(value: JsonValue | undefined): ReadSchema | Mapped {
  if (value === undefined || value === null || value === '' || value === false) return {};
  const data = typeof value === 'string' ? readData(value, 'the schema').value?.data : value;
  if (data === true && typeof value === 'string') return {};
  if (!isObject(data)) return notMapped('its value is no JSON Schema');
  if (Object.keys(data).length === 0) return {};
  const schema = usesDraft07(data) && data['$schema'] === undefined ? { $schema: draft07, ...data } : data;
  return { schema, ...(usesKey(schema, ['format']) && { remarks: { replaced: noFormats } }) };
}

const draft07 = 'http://json-schema.org/draft-07/schema#';

const noFormats: Remark = {
  reason: 'eva does not check `format` of a JSON Schema',
  todo: 'add a `pattern` to the schema where the form matters',
};

/** Returns true for a schema that means something else in draft 2020-12, which eva reads without `$schema`. */
function usesDraft07(schema: JsonValue): boolean {
  return usesKey(schema, ['additionalItems', 'dependencies']) || hasTuple(schema);
}

function hasTuple(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasTuple);
  if (!isObject(value)) return false;
  return Array.isArray(value['items']) || Object.values(value).some(hasTuple);
}

/** Returns true if a schema has one of these keywords. A property of that name is none. */
function usesKey(value: JsonValue, keys: readonly string[]): boolean {
  if (Array.isArray(value)) return value.some((item: JsonValue) => usesKey(item, keys));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([key, inner]) => {
    if (keys.includes(key)) return true;
    const isNames = ['properties', 'patternProperties', '$defs', 'definitions'].includes(key) && isObject(inner);
    return isNames ? Object.values(inner).some((one) => usesKey(one, keys)) : usesKey(inner, keys);
  });
}

const noThreshold = notMapped('it has no number as threshold');

/** Carries over `latency`, whose threshold is in milliseconds. */
export function latency(assertion: Assertion): Mapped {
  if (assertion.isNot) return notMapped('eva has no check for a slow answer');
  const threshold = thresholdOf(assertion);
  return typeof threshold === 'number' ? carried([{ max_latency_s: threshold / 1000 }]) : noThreshold;
}

/** Carries over `cost`, whose threshold is in US dollars. */
export function cost(assertion: Assertion, { hasPrice }: ExpectationContext): Mapped {
  if (assertion.isNot) return notMapped('eva has no check for an expensive answer');
  const threshold = thresholdOf(assertion);
  if (typeof threshold !== 'number') return noThreshold;
  if (!hasPrice)
    return notMapped(
      'no price is known for the model',
      'write its price in `prices` of eva.yml, then the check `max_cost_usd`',
    );
  return carried([{ max_cost_usd: threshold }]);
}

const defaultDistance = 5;

/** Carries over `levenshtein` as a function of the generated module. A distance is a whole number, so its threshold is rounded down. */
export function levenshtein(assertion: Assertion, { code }: ExpectationContext): Mapped {
  const { value, isNot, node } = assertion;
  if (isNot) return notMapped('eva has no check for a distance that is too small');
  if (typeof value !== 'string' || value === '') return notMapped('its value is no text');
  const most = Math.floor(Number(thresholdOf(assertion) ?? defaultDistance));
  const own = code.addFunction({
    kind: 'check',
    at: node.place(),
    helpers: ['distance'],
    write: (name) =>
      `export function ${name}(output) {\n  return distance(output, ${JSON.stringify(value)}) <= ${most};\n}`,
  });
  return carried([{ module: `${moduleFile}#${own}` }], { name: `levenshtein: at most ${most} edits` });
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Carries over `word-count`: an exact number, or a range. */
export function wordCount({ value, isNot }: Assertion): Mapped {
  const range = rangeOf(value);
  if (!range) return notMapped('its value is no number of words, and no range of `min` and `max`');
  if (!isNot) return within(range);
  const [first, second] = outside(range);
  if (!first) return notMapped('no number of words is outside of its range');
  return carried(second ? [{ at_least: { count: 1, of: [first, second] } }] : [first]);
}

function within({ min = 0, max }: Range): Mapped {
  const checks = [...(min > 0 ? [{ min_tokens: min }] : []), ...(max === undefined ? [] : [{ max_tokens: max }])];
  return checks.length > 0 ? carried(checks) : notMapped('its range has every number, so it could never fail');
}

function outside({ min = 0, max }: Range): readonly JsonObject[] {
  return [...(min > 1 ? [{ max_tokens: min - 1 }] : []), ...(max === undefined ? [] : [{ min_tokens: max + 1 }])];
}

/** Reads a number, also as text, or a range. Words are counted in whole numbers. */
function rangeOf(value: JsonValue | undefined): Range | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number') return Number.isSafeInteger(number) ? { min: number, max: number } : undefined;
  if (!isObject(value)) return undefined;
  const { min, max } = value;
  if ([min, max].some((limit) => limit !== undefined && typeof limit !== 'number')) return undefined;
  if (min === undefined && max === undefined) return undefined;
  const range = {
    ...(typeof min === 'number' && { min: Math.ceil(min) }),
    ...(typeof max === 'number' && { max: Math.floor(max) }),
  };
  return (range.min ?? 0) <= (range.max ?? Number.POSITIVE_INFINITY) ? range : undefined;
}

/** Carries over `is-refusal`: promptfoo looks for phrases, eva asks the judge. */
export function isRefusal({ isNot }: Assertion): Mapped {
  return carried([{ [isNot ? 'not_refuses' : 'refuses']: true }]);
}

/** Carries over `finish-reason`. eva fails an answer that was cut in any case; the check makes the case a judged one, and counts for a threshold. */
export function finishReason({ isNot, value }: Assertion, { reportsCalls, tools }: ExpectationContext): Mapped {
  const reason = typeof value === 'string' ? value.toLowerCase() : '';
  const isStop = reason === 'stop' && !isNot;
  const isNotCut = reason === 'length' && isNot;
  if (isStop && tools.length > 0 && reportsCalls) return carried([{ max_calls: 0 }], { ...whole, sees: 'facts' });
  if (isStop || (isNotCut && tools.length === 0)) return carried([{ min_tokens: 1 }], whole);
  if (isNotCut) return carried([], whole);
  if (reason === 'tool_calls' && !isNot && reportsCalls) return carried([{ min_calls: 1 }]);
  return notMapped('eva does not check why an answer ended');
}

const whole = { noted: { reason: 'eva fails an answer that was cut, also without a check' } };

const defaultSimilarity = 0.75;

/** Carries over `similar`: the cosine with a text, or with one of several texts. */
export function mapSimilar(assertion: Assertion, context: ExpectationContext): Mapped {
  const { value, isNot, node, test } = assertion;
  const texts = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(texts) || texts.length === 0) return notMapped('its value is no text and no list of texts');
  const limit = thresholdOf(assertion) ?? defaultSimilarity;
  const reached = context.reachEmbedding(forPurpose('embedding', node.child('provider') ?? test.options['provider']));
  if ('unreachable' in reached) {
    return notMapped(
      `its embedding model cannot be reached: ${reached.unreachable}`,
      'use `similar` with an `embedding_model` of your own',
    );
  }
  const checks = texts.map((to) => ({ similar: { to, [isNot ? 'max' : 'min']: limit } }));
  const isEither = !isNot && checks.length > 1;
  return {
    ...carried(isEither ? [{ at_least: { count: 1, of: checks } }] : checks, { embedding: reached }),
    isDecision: false,
  };
}
