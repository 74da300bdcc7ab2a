import { type JsonValue, member } from '../data/json.js';
import type { Problem } from '../problem.js';
import { problem } from '../problem.js';
import { oddLetters } from '../text/characters.js';
import { nearest, related } from '../text/nearest.js';
import { plural, quoted, short } from '../text/quoted.js';
import {
  type DataPath,
  type DocumentKind,
  documentKinds,
  documentSchema,
  documentValidator,
  isOf,
  named,
  type SchemaError,
  type ShapeIssue,
} from './documents.js';
import { adviceForKey, withForeignForms } from './foreign-forms.js';
import { type Kind, type KindFix, kindFix, kindHint, kindInWords, kindOf, kindsAsked } from './value-kinds.js';

/** What differs for a document that a program holds as an object. */
export interface ProgramDocument {
  /** Names that a program adds to those of the schema. */
  readonly metrics: readonly string[];
  readonly criteria: readonly string[];
  /** Returns false for a known key at a path that the program cannot set: no hint lists it. */
  readonly isTaken: (path: DataPath) => boolean;
}

/** Returns the mistakes in the shape of a document; an empty list if there are none. */
export function checkDocument(
  kind: DocumentKind,
  root: JsonValue,
  program: ProgramDocument | null = null,
): ShapeIssue[] {
  const validate = documentValidator(kind);
  return validate(root) ? [] : shapeIssues(validate.errors ?? [], { kind, root, program });
}

/** The document that has a mistake. */
interface Origin {
  readonly kind: DocumentKind;
  readonly root: JsonValue;
  readonly program: ProgramDocument | null;
}

/** Returns the issue of an error; null for a name that a program added. */
type IssueOf = (error: SchemaError, path: DataPath, origin: Origin) => ShapeIssue | null;

const issuesByKeyword: Readonly<Record<string, IssueOf>> = {
  type: wrongType,
  additionalProperties: unknownKey,
  propertyNames: wrongKey,
  required: missingKey,
  enum: notAllowed,
  const: notTheConstant,
  pattern: wrongText,
  minLength: empty,
  maxLength: tooLong,
  minItems: empty,
  maxItems: tooMany,
  minProperties: tooFewKeys,
  maxProperties: severalKeys,
  minimum: outOfRange,
  maximum: outOfRange,
  exclusiveMinimum: outOfRange,
  exclusiveMaximum: outOfRange,
};

/** Converts the schema errors of a document to one issue per mistake. */
function shapeIssues(errors: readonly SchemaError[], origin: Origin): ShapeIssue[] {
  const { root } = origin;
  const issues = new Map<string, ShapeIssue>();
  for (const error of errors) {
    const issueOf = Object.hasOwn(issuesByKeyword, error.keyword) ? issuesByKeyword[error.keyword] : undefined;
    // A wrong key is reported once, with the mapping that contains it.
    if (!issueOf || error.propertyName !== undefined) continue;
    const issue = issueOf(error, pathOf(error.instancePath, root), origin);
    if (!issue) continue;
    const id = JSON.stringify([issue.path, issue.problem.code, issue.missing]);
    if (!issues.has(id)) issues.set(id, issue);
  }
  return withoutConsequences(withForeignForms([...issues.values()], root));
}

/** Removes issues that follow from others: a missing key that is misspelt, and other issues of a value of a wrong kind. */
function withoutConsequences(issues: readonly ShapeIssue[]): ShapeIssue[] {
  const idOf = (path: DataPath) => JSON.stringify(path);
  const isWrongKind = (issue: ShapeIssue) => isOf(issue, 'EVA_WRONG_TYPE');
  const wrongKind = new Set(issues.filter(isWrongKind).map(({ path }) => idOf(path)));
  const meant = new Set(
    issues.flatMap((issue) => (issue.meant === undefined ? [] : [idOf([...issue.path.slice(0, -1), issue.meant])])),
  );
  return issues.filter((issue) => {
    if (issue.missing === undefined) return isWrongKind(issue) || !wrongKind.has(idOf(issue.path));
    return !meant.has(idOf([...issue.path, issue.missing]));
  });
}

/** Converts a JSON Pointer into `root` to a path, with numbers for the items of lists. */
function pathOf(pointer: string, root: unknown): DataPath {
  const path: (string | number)[] = [];
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(value) ? Number(key) : key);
    value = member(value, key);
  }
  return path;
}

function nameIn({ program }: Origin, path: DataPath): string {
  return named(path, program ? 'document' : 'file');
}

function wrongType(error: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const { data, parentSchema } = error;
  const type = member(parentSchema, 'type');
  const fix = fixOfWhole(origin.kind, data, path) ?? kindFix(data, [type].flat() as Kind[]);
  // If a whole number is required, "a number" would not explain the mistake, so the number itself is shown.
  const value = typeof data === 'number' && type === 'integer' ? data : kindInWords(data);
  const found = problem('EVA_WRONG_TYPE', `${nameIn(origin, path)} is ${value} where ${kindsAsked(type)} belongs`, {
    hint: kindHint(fix, origin.program !== null),
    fix: { fix },
  });
  return { path, on: 'value', problem: found };
}

/** Returns how to correct a document that is a list of cases, or messages as a request has them. */
function fixOfWhole(kind: DocumentKind, data: unknown, path: DataPath): KindFix | undefined {
  if (path.length > 0) return undefined;
  if (kind === 'eval' && Array.isArray(data)) return 'cases_above';
  return kind === 'messages' && Array.isArray(member(data, 'messages')) ? 'no_messages_key' : undefined;
}

function unknownKey(
  { params: { additionalProperty }, parentSchema }: SchemaError,
  owner: DataPath,
  { kind, root, program }: Origin,
): ShapeIssue | null {
  const key = String(additionalProperty);
  const path = [...owner, key];
  const [code, noun] = kindsOfKeys[String(member(parentSchema, 'title'))] ?? (['EVA_UNKNOWN_KEY', 'key'] as const);
  const added = noun === 'criterion' ? (program?.criteria ?? []) : [];
  if (added.includes(key)) return null;
  const properties = member(parentSchema, 'properties');
  const names = Object.keys((properties as object | undefined) ?? {});
  const listed = noun === 'check' ? withoutForms(names) : names;
  const advice = adviceForKey(kind, path, root);
  const home = noun === 'key' && Object.hasOwn(homes, key) ? homes[key] : undefined;
  const near = nearest(key, added) ?? nearest(key, names) ?? related(key, listed);
  const meant = advice === undefined ? (home === undefined ? near : key) : advice.meant;
  const known = listed
    .filter((name) => program?.isTaken([...owner, name]) ?? true)
    .map((name) => {
      const note = textIn(member(properties, name), '$comment');
      return note === undefined ? name : `${name} (${note})`;
    });
  const allowsAnchors = member(member(parentSchema, 'patternProperties'), '^x-') !== undefined;
  const more = noun === 'check' ? '; some also begin with not_ or end with _any or _all' : '';
  const found = problem(code, `unknown ${noun} ${quoted(key)}${oddLetters(key)}`, {
    hint:
      advice?.hint ??
      (home === undefined ? undefined : `${quoted(key)} stands at the top of ${home}`) ??
      (meant === undefined
        ? `known here: ${known.join(', ')}${allowsAnchors ? ', and x-… for anchors' : more}`
        : `did you mean ${quoted(meant)}?`),
    // Advice changes the value too, so that no repair of the key would do.
    ...(!advice && { fix: { key, meant } }),
  });
  return { path, on: 'key', problem: found, ...(meant !== undefined && { meant }) };
}

/** Parts of a document, by the title of their schema, with the code and the noun of their keys. */
const kindsOfKeys: Readonly<
  Record<string, readonly [code: 'EVA_UNKNOWN_CHECK' | 'EVA_UNKNOWN_CRITERION', noun: 'check' | 'criterion']>
> = { Check: ['EVA_UNKNOWN_CHECK', 'check'], Criterion: ['EVA_UNKNOWN_CRITERION', 'criterion'] };

/** Keys that are often written in the wrong place, each with the file at whose top level it belongs. */
const homes: Readonly<Record<string, string>> = {
  budget: 'eva.yml',
  concurrency: 'eva.yml',
  prices: 'eva.yml',
  providers: 'eva.yml',
  cases: 'eval.yml',
  scenarios: 'eval.yml',
  triggering: 'eval.yml',
};

/** The keys of an item of `assert` besides its check. */
const besidesChecks: readonly string[] = ['about', 'extract'];

/** Returns the names of checks without their other forms, such as `not_contains`, and without keys that are no checks. */
function withoutForms(names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const base = name.replace(/^not_|_(any|all)$/g, '');
    return !besidesChecks.includes(name) && (base === name || !names.includes(base));
  });
}

/** Returns the issue of an invalid key in a mapping with free keys, such as the levels of a rubric. */
function wrongKey({ params: { propertyName }, parentSchema }: SchemaError, path: DataPath): ShapeIssue {
  const key = String(propertyName);
  const hint = textIn(member(parentSchema, 'propertyNames'), 'description');
  return {
    path: [...path, key],
    on: 'key',
    problem: problem('EVA_UNKNOWN_KEY:form', `unknown key ${quoted(key)}`, { hint }),
  };
}

const criteriaHint =
  'add criteria: { proportion_gte: { proportion: 0.8 } }; for scores of a behaviour with min_score: 6 in it, for a metric with threshold:';

function missingKey(
  { params: { missingProperty }, parentSchema }: SchemaError,
  path: DataPath,
  { program }: Origin,
): ShapeIssue {
  const key = String(missingProperty);
  const isData = program !== null && key === 'file' && path.at(-1) === 'dataset';
  const about = isData
    ? 'the path of a file; or items: a list of objects'
    : descriptionOf(member(member(parentSchema, 'properties'), key))?.replace(/\.$/, '');
  const owner = path.length === 0 || program ? '' : ` in ${named(path)}`;
  const found = problem('EVA_MISSING_KEY', `${quoted(key)} is missing${owner}`, {
    hint: key === 'criteria' ? criteriaHint : about === undefined ? `add ${key}:` : `add ${key}: … (${about})`,
    fix: { key },
  });
  return { path, on: 'value', problem: found, missing: key };
}

/** Returns the description of a schema, or of the definition that it refers to; undefined if there is none. */
function descriptionOf(schema: unknown): string | undefined {
  const name = String(member(schema, '$ref')).replace(/^.*\//, '');
  const definitions = documentKinds.map((kind) => member(member(documentSchema(kind), '$defs'), name));
  return textIn(
    [schema, ...definitions].find((entry) => member(entry, 'description') !== undefined),
    'description',
  );
}

function textIn(schema: unknown, key: string): string | undefined {
  const text = member(schema, key);
  return text === undefined ? undefined : String(text);
}

/** Returns the issue of a value that is none of a list. */
function notAllowed({ params, data }: SchemaError, path: DataPath, origin: Origin): ShapeIssue | null {
  const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
  const value = typeof data === 'object' ? kindOf(data) : String(data);
  const added = path.at(-1) === 'metric' ? (origin.program?.metrics ?? null) : null;
  if (added?.includes(value)) return null;
  const near = nearest(value, added ?? []);
  const meant = near ?? nearest(value, allowed) ?? related(value, allowed);
  const hint = meant === undefined ? `one of: ${allowed.join(', ')}` : `did you mean ${quoted(meant)}?`;
  const isLost = added !== null && near === undefined && mayBeAddedMetric(value);
  const lost = ' (pass a metric of your own as the object that defineMetric returned: JSON keeps only its name)';
  const found = problem(
    'EVA_BAD_VALUE:choice',
    `${quoted(value)} is not a value that ${nameIn(origin, path)} can have`,
    {
      hint: isLost ? hint + lost : hint,
      fix: { value, meant },
    },
  );
  return { path, on: 'value', problem: found };
}

/** Returns true if an unknown metric may be one of the program's own: JSON and templates keep only its name. */
function mayBeAddedMetric(name: string): boolean {
  return /^per_(turn|conversation)\.\w+$/.test(name);
}

function notTheConstant({ params }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const found = problem('EVA_BAD_VALUE:constant', `${nameIn(origin, path)} can only be ${params['allowedValue']}`, {
    hint: 'remove it if you do not want it',
  });
  return { path, on: 'value', problem: found };
}

function wrongText(error: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  if (error.params['pattern'] === '\\S') return empty(error, path, origin);
  const found = problem('EVA_BAD_VALUE:form', `${nameIn(origin, path)} has the wrong form`, {
    hint: textIn(error.parentSchema, 'description'),
  });
  return { path, on: 'value', problem: found };
}

function empty({ data }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const isBlank = typeof data === 'string' && data !== '';
  return { path, on: 'value', problem: emptyValue(nameIn(origin, path), isBlank) };
}

/** Makes the problem of a text, list or mapping without content. `name` is as in `named`. */
export function emptyValue(name: string, isBlank: boolean): Problem {
  return problem('EVA_EMPTY', `${short(name)} is ${isBlank ? 'blank' : 'empty'}`, { hint: kindHint('fill', false) });
}

function tooLong({ params }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const found = problem(
    'EVA_OUT_OF_RANGE:length',
    `${nameIn(origin, path)} is longer than ${plural(Number(params['limit']), 'character')}`,
    { hint: 'shorten it' },
  );
  return { path, on: 'value', problem: found };
}

function tooMany({ params }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const found = problem(
    'EVA_OUT_OF_RANGE:items',
    `${nameIn(origin, path)} has more than ${plural(Number(params['limit']), 'entry', 'entries')}`,
    { hint: 'remove some' },
  );
  return { path, on: 'value', problem: found };
}

function severalKeys({ data, parentSchema }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const besides = member(parentSchema, 'required') as readonly string[] | undefined;
  const keys = Object.keys((data as object | null) ?? {}).filter((key) => !besides?.includes(key));
  const isItem = typeof path.at(-1) === 'number';
  const forItem = origin.program ? 'make an item of its own for each' : 'begin each with a "- " of its own';
  const found = problem(
    'EVA_ONE_KEY',
    `${nameIn(origin, path)} holds ${keys.length} keys where one belongs: ${keys.slice(0, 5).map(quoted).join(', ')}`,
    { hint: isItem ? forItem : 'keep one of them' },
  );
  return { path, on: 'value', problem: found, keys };
}

/** Returns the issue of an empty mapping, or of one that has only the keys that may be beside the one that it needs. */
function tooFewKeys(error: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const keys = Object.keys((error.data as object | null) ?? {});
  if (keys.length === 0) return empty(error, path, origin);
  const found = problem(
    'EVA_ONE_KEY:none',
    `${nameIn(origin, path)} has ${keys.map(quoted).join(' and ')}, but no check`,
    { hint: 'add a check, for example contains: refund' },
  );
  return { path, on: 'value', problem: found };
}

const comparisons = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' } as const;

function outOfRange({ params, data, parentSchema }: SchemaError, path: DataPath, origin: Origin): ShapeIssue {
  const { comparison, limit } = params as { comparison: keyof typeof comparisons; limit: number };
  const found = problem(
    'EVA_OUT_OF_RANGE:number',
    `${nameIn(origin, path)} is ${Number(data)} and must be ${comparisons[comparison]} ${limit}`,
    { hint: rangeHint(Number(data), parentSchema) },
  );
  return { path, on: 'value', problem: found };
}

/** Returns the bounds of a number in words, and for what seems to be a percentage the proportion. */
function rangeHint(value: number, schema: unknown): string {
  const maximum = member(schema, 'maximum');
  if (maximum === 1 && value >= 10 && value <= 100) return `write ${value / 100} for ${value} %`;
  const bound = (key: string, words: (limit: unknown) => string) => {
    const limit = member(schema, key);
    return limit === undefined ? undefined : words(limit);
  };
  const low =
    bound('exclusiveMinimum', (limit) => `more than ${limit}`) ?? bound('minimum', (limit) => `${limit} or more`);
  const high =
    bound('exclusiveMaximum', (limit) => `less than ${limit}`) ?? bound('maximum', (limit) => `at most ${limit}`);
  return `write a number that is ${[low, high].filter((words) => words !== undefined).join(' and ')}`;
}
