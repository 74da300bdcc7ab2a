import type { ErrorCode } from '#errors/index.js';
import { oddLetters } from '#model/text/characters.js';
import { nearest, related } from '#model/text/nearest.js';
import { quoted } from '#model/text/quoted.js';
import { kindAdvice, kindOf, kindsAsked, rangeAdvice } from './advice.js';
import { documentSchemas } from './documents.gen.js';
import { member, pathOf, type SchemaError } from './schema-error.js';
import type { DataPath, ShapeIssue } from './shape-issue.js';

type Sentence = (error: SchemaError, path: DataPath) => ShapeIssue;

const sentences: Readonly<Record<string, Sentence>> = {
  type: wrongType,
  additionalProperties: unknownKey,
  propertyNames: wrongKey,
  required: missingKey,
  enum: notOneOf,
  const: notTheConstant,
  pattern: wrongText,
  minLength: isEmpty,
  maxLength: tooLong,
  minItems: isEmpty,
  minProperties: isEmpty,
  maxProperties: severalKeys,
  minimum: outOfRange,
  maximum: outOfRange,
  exclusiveMinimum: outOfRange,
  exclusiveMaximum: outOfRange,
};

/** Schema errors of a document as one sentence for each real mistake. */
export function shapeIssues(errors: readonly SchemaError[], root: unknown): ShapeIssue[] {
  const issues = new Map<string, ShapeIssue>();
  for (const error of errors) {
    const sentence = Object.hasOwn(sentences, error.keyword) ? sentences[error.keyword] : undefined;
    // What is wrong with a key is told once, for the mapping that it stands in.
    if (!sentence || error.propertyName !== undefined) continue;
    const issue = sentence(error, pathOf(error.instancePath, root));
    const key = `${JSON.stringify(issue.path)} ${issue.code === 'EVA_MISSING_KEY' ? issue.message : issue.code}`;
    if (!issues.has(key)) issues.set(key, issue);
  }
  return withoutConsequences([...issues.values()]);
}

/** A misspelt key is one mistake, although the key that was meant is missing too; so is a value of the wrong kind, whatever else is asked of it. */
function withoutConsequences(issues: readonly ShapeIssue[]): ShapeIssue[] {
  const wrongKind = new Set(issues.filter(isWrongKind).map((issue) => JSON.stringify(issue.path)));
  const meant = new Set(issues.map((issue) => `${JSON.stringify(issue.path.slice(0, -1))} "${issue.meant}"`));
  return issues.filter((issue) => {
    if (issue.code !== 'EVA_MISSING_KEY') return isWrongKind(issue) || !wrongKind.has(JSON.stringify(issue.path));
    const key = /^(".*") is missing/.exec(issue.message)?.[1];
    return !meant.has(`${JSON.stringify(issue.path)} ${key}`);
  });
}

function isWrongKind(issue: ShapeIssue): boolean {
  return issue.code === 'EVA_WRONG_TYPE';
}

function valueIssue(path: DataPath, code: ErrorCode, message: string, hint?: string): ShapeIssue {
  return { path, on: 'value', code, message, ...(hint !== undefined && { hint }) };
}

/** How a message calls the value at a path. */
function nameOf(path: DataPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  if (typeof last === 'string') return quoted(last);
  const list = path.at(-2);
  return typeof list === 'string' ? `item ${last + 1} of ${quoted(list)}` : `item ${last + 1}`;
}

function wrongType(error: SchemaError, path: DataPath): ShapeIssue {
  const { data } = error;
  const asked = member(error.parentSchema, 'type');
  const message = `${nameOf(path)} is ${shownKind(data, asked)} where ${kindsAsked(asked)} belongs`;
  return valueIssue(path, 'EVA_WRONG_TYPE', message, kindAdvice(data, [asked].flat().map(String)));
}

/** "a number" says nothing where a whole number belongs, so the number itself is shown. */
function shownKind(data: unknown, asked: unknown): string {
  return typeof data === 'number' && asked === 'integer' ? String(data) : kindOf(data);
}

function unknownKey(error: SchemaError, path: DataPath): ShapeIssue {
  const key = String(error.params['additionalProperty']);
  const properties = member(error.parentSchema, 'properties');
  const known = Object.keys((properties as object | undefined) ?? {});
  const [code, noun] = nounOf(error.parentSchema);
  const issue = {
    path: [...path, key],
    on: 'key',
    code,
    message: `unknown ${noun} ${quoted(key)}${oddLetters(key)}`,
  } as const;
  const home = code === 'EVA_UNKNOWN_KEY' && Object.hasOwn(homes, key) ? homes[key] : undefined;
  if (home !== undefined) return { ...issue, hint: `${quoted(key)} stands at the top of ${home}`, meant: key };
  const meant = nearest(key, known) ?? related(key, known);
  const own =
    member(member(error.parentSchema, 'patternProperties'), '^x-') === undefined ? '' : ', and x-… for anchors';
  if (meant === undefined) return { ...issue, hint: `known here: ${listOf(known, properties)}${own}` };
  return { ...issue, hint: `did you mean ${quoted(meant)}?`, meant };
}

/** Keys that belong beside another one alone say so, in the `$comment` of the schema. */
function listOf(keys: readonly string[], properties: unknown): string {
  const comments = keys.map((key) => member(member(properties, key), '$comment'));
  return keys.map((key, i) => (comments[i] === undefined ? key : `${key} (${String(comments[i])})`)).join(', ');
}

/** Where keys belong that are met in the wrong place. */
const homes: Readonly<Record<string, string>> = {
  budget: 'eva.yml',
  concurrency: 'eva.yml',
  prices: 'eva.yml',
  providers: 'eva.yml',
  cases: 'eval.yml',
  scenarios: 'eval.yml',
  triggering: 'eval.yml',
};

function nounOf(schema: unknown): readonly [ErrorCode, string] {
  switch (member(schema, 'title')) {
    case 'Check':
      return ['EVA_UNKNOWN_CHECK', 'check'];
    case 'Criterion':
      return ['EVA_UNKNOWN_CRITERION', 'criterion'];
    default:
      return ['EVA_UNKNOWN_KEY', 'key'];
  }
}

/** Keys that are no names but values: the levels of a rubric. */
function wrongKey(error: SchemaError, path: DataPath): ShapeIssue {
  const key = String(error.params['propertyName']);
  const about = member(member(error.parentSchema, 'propertyNames'), 'description');
  const issue = {
    path: [...path, key],
    on: 'key',
    code: 'EVA_UNKNOWN_KEY',
    message: `unknown key ${quoted(key)}`,
  } as const;
  return about === undefined ? issue : { ...issue, hint: String(about) };
}

function missingKey(error: SchemaError, path: DataPath): ShapeIssue {
  const key = String(error.params['missingProperty']);
  const owner = path.length === 0 ? '' : ` in ${nameOf(path)}`;
  const about = descriptionOf(member(member(error.parentSchema, 'properties'), key));
  return valueIssue(
    path,
    'EVA_MISSING_KEY',
    `${quoted(key)} is missing${owner}`,
    about === undefined ? `add ${key}:` : `add ${key}: ${String(about)}`,
  );
}

/** What a schema says of itself, or else the definition that it refers to. */
function descriptionOf(schema: unknown): unknown {
  const name = String(member(schema, '$ref')).replace(/^.*\//, '');
  const definitions = Object.values(documentSchemas).map((one) => member(member(one, '$defs'), name));
  const own = [schema, ...definitions].find((one) => member(one, 'description') !== undefined);
  return member(own, 'description');
}

function notOneOf(error: SchemaError, path: DataPath): ShapeIssue {
  const allowed = (error.params['allowedValues'] as readonly unknown[]).map(String);
  const data = typeof error.data === 'object' ? kindOf(error.data) : String(error.data);
  const meant = nearest(data, allowed) ?? related(data, allowed);
  const hint = meant === undefined ? `one of: ${allowed.join(', ')}` : `did you mean ${quoted(meant)}?`;
  return valueIssue(path, 'EVA_BAD_VALUE', `${quoted(data)} is not a value that ${nameOf(path)} can have`, hint);
}

function notTheConstant(error: SchemaError, path: DataPath): ShapeIssue {
  const message = `${nameOf(path)} can only be ${String(error.params['allowedValue'])}`;
  return valueIssue(path, 'EVA_BAD_VALUE', message, 'take it out if you do not want it');
}

function wrongText(error: SchemaError, path: DataPath): ShapeIssue {
  if (error.params['pattern'] === '\\S') return isEmpty(error, path);
  const about = member(error.parentSchema, 'description');
  const message = `${nameOf(path)} has the wrong form`;
  return valueIssue(path, 'EVA_BAD_VALUE', message, about === undefined ? undefined : String(about));
}

function isEmpty(error: SchemaError, path: DataPath): ShapeIssue {
  const { data } = error;
  const isBlank = typeof data === 'string' && data !== '';
  const hint = 'give it a value, or take it out';
  return valueIssue(path, 'EVA_EMPTY', `${nameOf(path)} is ${isBlank ? 'blank' : 'empty'}`, hint);
}

function tooLong(error: SchemaError, path: DataPath): ShapeIssue {
  const message = `${nameOf(path)} is longer than ${String(error.params['limit'])} characters`;
  return valueIssue(path, 'EVA_OUT_OF_RANGE', message, 'shorten it');
}

function severalKeys(error: SchemaError, path: DataPath): ShapeIssue {
  const keys = Object.keys((error.data as object | null) ?? {}).map(quoted);
  const message = `${nameOf(path)} holds ${keys.length} keys where one belongs: ${keys.slice(0, 5).join(', ')}`;
  const hint = typeof path.at(-1) === 'number' ? 'begin each with a "- " of its own' : 'keep one of them';
  return valueIssue(path, 'EVA_ONE_KEY', message, hint);
}

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'more than',
  '<': 'less than',
};

function outOfRange(error: SchemaError, path: DataPath): ShapeIssue {
  const { comparison, limit } = error.params;
  const bound = `${comparisons[String(comparison)] ?? comparison} ${limit}`;
  const message = `${nameOf(path)} is ${String(error.data)} and must be ${bound}`;
  return valueIssue(path, 'EVA_OUT_OF_RANGE', message, rangeAdvice(error.parentSchema));
}
