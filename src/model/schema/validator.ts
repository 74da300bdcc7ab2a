import type { JsonValue } from '../data/json.js';
import {
  type Bounds,
  type Comparison,
  type Kind,
  type KindFix,
  kindWords,
  type schemaSentences,
  type UnknownKey,
  type ValueName,
} from '../sentences/schema.js';
import type { ParamsOf } from '../sentences/sentence.js';
import { oddLetters } from '../text/characters.js';
import { nearest, related } from '../text/nearest.js';
import { type DocumentKind, documentKinds, documentSchema, documentValidator } from './documents.js';
import { adviceForKey, withForeignForms } from './foreign-forms.js';

/** Returns the mistakes in the shape of a document; an empty list if there are none. */
export function checkDocument(kind: DocumentKind, value: JsonValue): ShapeIssue[] {
  const validate = documentValidator(kind);
  return validate(value) ? [] : shapeIssues(validate.errors ?? [], { kind, root: value });
}

/** The document that has a mistake. */
interface Origin {
  readonly kind: DocumentKind;
  readonly root: unknown;
}

type IssueOf = (error: SchemaError, path: DataPath, origin: Origin) => ShapeIssue;

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
    const [code] = issue.key.split(':');
    const id = JSON.stringify([issue.path, code, issue.key === 'EVA_MISSING_KEY' && issue.params.key]);
    if (!issues.has(id)) issues.set(id, issue);
  }
  return withoutConsequences(withForeignForms([...issues.values()], root));
}

/** Removes issues that follow from others: a missing key that is misspelt, and other issues of a value of a wrong kind. */
function withoutConsequences(issues: readonly ShapeIssue[]): ShapeIssue[] {
  const idOf = (path: DataPath) => JSON.stringify(path);
  const wrongKind = new Set(issues.filter(isWrongKind).map(({ path }) => idOf(path)));
  const meant = new Set(
    issues.flatMap((issue) => (issue.meant === undefined ? [] : [idOf([...issue.path.slice(0, -1), issue.meant])])),
  );
  return issues.filter((issue) => {
    if (issue.key !== 'EVA_MISSING_KEY') return isWrongKind(issue) || !wrongKind.has(idOf(issue.path));
    return !meant.has(idOf([...issue.path, issue.params.key]));
  });
}

function isWrongKind({ key }: ShapeIssue): boolean {
  return key === 'EVA_WRONG_TYPE';
}

function wrongType(error: SchemaError, path: DataPath, { kind: document }: Origin): ShapeIssue {
  const { data, parentSchema } = error;
  const type = member(parentSchema, 'type');
  const asked = [type].flat() as Kind[];
  const params = {
    name: nameOf(path),
    kind: kindOf(data),
    asked,
    fix: fixOfWhole(document, data, path) ?? kindFix(data, asked),
  };
  // If a whole number is required, "a number" would not explain the mistake, so the number itself is shown.
  const number = typeof data === 'number' && type === 'integer' ? data : null;
  return { path, on: 'value', key: 'EVA_WRONG_TYPE', params: { ...params, number } };
}

/** Returns how to correct a document that is a list of cases, or messages as a request has them. */
function fixOfWhole(kind: DocumentKind, data: unknown, path: DataPath): KindFix | undefined {
  if (path.length > 0) return undefined;
  if (kind === 'eval' && Array.isArray(data)) return 'cases_above';
  return kind === 'messages' && Array.isArray(member(data, 'messages')) ? 'no_messages_key' : undefined;
}

function unknownKey(
  { params: { additionalProperty }, parentSchema }: SchemaError,
  path: DataPath,
  { kind, root }: Origin,
) {
  const key = String(additionalProperty);
  const advice = adviceForKey(kind, [...path, key], root);
  const properties = member(parentSchema, 'properties');
  const names = Object.keys((properties as object | undefined) ?? {});
  const code = unknownKeyCode(parentSchema);
  const listed = code === 'EVA_UNKNOWN_CHECK' ? withoutForms(names) : names;
  const home = code === 'EVA_UNKNOWN_KEY' && Object.hasOwn(homes, key) ? (homes[key] ?? null) : null;
  const near = nearest(key, names) ?? related(key, listed);
  const meant = advice === undefined ? (home === null ? near : key) : 'meant' in advice ? advice.meant : undefined;
  const params: UnknownKey = {
    key,
    odd: oddLetters(key),
    home,
    meant: meant ?? null,
    known: listed.map((name) => ({ key: name, note: textIn(member(properties, name), '$comment') })),
    allowsAnchors: member(member(parentSchema, 'patternProperties'), '^x-') !== undefined,
    ...(advice && { advice }),
  };
  const issue = { path: [...path, key], on: 'key', key: code, params, ...(meant !== undefined && { meant }) } as const;
  return issue;
}

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

function unknownKeyCode(schema: unknown): 'EVA_UNKNOWN_CHECK' | 'EVA_UNKNOWN_CRITERION' | 'EVA_UNKNOWN_KEY' {
  const title = member(schema, 'title');
  if (title === 'Check') return 'EVA_UNKNOWN_CHECK';
  return title === 'Criterion' ? 'EVA_UNKNOWN_CRITERION' : 'EVA_UNKNOWN_KEY';
}

/** Returns the issue of an invalid key in a mapping with free keys, such as the levels of a rubric. */
function wrongKey({ params: { propertyName }, parentSchema }: SchemaError, path: DataPath): ShapeIssue {
  const key = String(propertyName);
  const about = textIn(member(parentSchema, 'propertyNames'), 'description');
  return { path: [...path, key], on: 'key', key: 'EVA_UNKNOWN_KEY:form', params: { key, about } };
}

function missingKey({ params: { missingProperty }, parentSchema }: SchemaError, path: DataPath): ShapeIssue {
  const key = String(missingProperty);
  const about = descriptionOf(member(member(parentSchema, 'properties'), key));
  return { path, on: 'value', key: 'EVA_MISSING_KEY', params: { key, owner: nameOf(path), about } };
}

/** Returns the description of a schema, or of the definition that it refers to; null if there is none. */
function descriptionOf(schema: unknown): string | null {
  const name = String(member(schema, '$ref')).replace(/^.*\//, '');
  const definitions = documentKinds.map((kind) => member(member(documentSchema(kind), '$defs'), name));
  return textIn(
    [schema, ...definitions].find((one) => member(one, 'description') !== undefined),
    'description',
  );
}

function textIn(schema: unknown, key: string): string | null {
  const text = member(schema, key);
  return text === undefined ? null : String(text);
}

function notAllowed({ params, data }: SchemaError, path: DataPath): ShapeIssue {
  const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
  const value = typeof data === 'object' ? kindOf(data) : String(data);
  const meant = nearest(value, allowed) ?? related(value, allowed) ?? null;
  return {
    path,
    on: 'value',
    key: 'EVA_BAD_VALUE:choice',
    params: { name: nameOf(path), value, meant, allowed },
  };
}

function notTheConstant({ params }: SchemaError, path: DataPath): ShapeIssue {
  const value = String(params['allowedValue']);
  return { path, on: 'value', key: 'EVA_BAD_VALUE:constant', params: { name: nameOf(path), value } };
}

function wrongText(error: SchemaError, path: DataPath): ShapeIssue {
  if (error.params['pattern'] === '\\S') return empty(error, path);
  const about = textIn(error.parentSchema, 'description');
  return { path, on: 'value', key: 'EVA_BAD_VALUE:form', params: { name: nameOf(path), about } };
}

function empty({ data }: SchemaError, path: DataPath): ShapeIssue {
  const isBlank = typeof data === 'string' && data !== '';
  return { path, on: 'value', key: 'EVA_EMPTY', params: { name: nameOf(path), isBlank } };
}

function tooLong({ params }: SchemaError, path: DataPath): ShapeIssue {
  const limit = Number(params['limit']);
  return { path, on: 'value', key: 'EVA_OUT_OF_RANGE:length', params: { name: nameOf(path), limit } };
}

function tooMany({ params }: SchemaError, path: DataPath): ShapeIssue {
  const limit = Number(params['limit']);
  return { path, on: 'value', key: 'EVA_OUT_OF_RANGE:items', params: { name: nameOf(path), limit } };
}

function severalKeys({ data, parentSchema }: SchemaError, path: DataPath): ShapeIssue {
  const besides = member(parentSchema, 'required') as readonly string[] | undefined;
  const keys = Object.keys((data as object | null) ?? {}).filter((key) => !besides?.includes(key));
  return { path, on: 'value', key: 'EVA_ONE_KEY', params: { name: nameOf(path), keys } };
}

/** Returns the issue of an empty mapping, or of one that has only the keys that may be beside the one that it needs. */
function tooFewKeys(error: SchemaError, path: DataPath): ShapeIssue {
  const keys = Object.keys((error.data as object | null) ?? {});
  if (keys.length === 0) return empty(error, path);
  return { path, on: 'value', key: 'EVA_ONE_KEY:none', params: { name: nameOf(path), keys } };
}

function outOfRange({ params, data, parentSchema }: SchemaError, path: DataPath): ShapeIssue {
  const { comparison, limit } = params as { comparison: Comparison; limit: number };
  const bound = (key: keyof Bounds) => (member(parentSchema, key) ?? null) as number | null;
  const bounds = {
    minimum: bound('minimum'),
    exclusiveMinimum: bound('exclusiveMinimum'),
    maximum: bound('maximum'),
    exclusiveMaximum: bound('exclusiveMaximum'),
  };
  const own = { name: nameOf(path), value: Number(data), comparison, limit, bounds };
  return { path, on: 'value', key: 'EVA_OUT_OF_RANGE:number', params: own };
}

/** Returns the kind of a JSON value. Whole numbers are `number`. */
function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** Returns the kind of a value in words: `text`, `a list`, `nothing`. */
export function kindInWords(value: unknown): string {
  return kindWords[kindOf(value)] ?? typeof value;
}

/** Returns the kinds that the `type` keyword of a schema allows, in words: `a mapping or a list`. */
export function kindsAsked(type: unknown): string {
  return [type]
    .flat()
    .map((name) => kindWords[name as Kind] ?? String(name))
    .join(' or ');
}

/** Returns how to correct a value that has none of the allowed kinds. */
export function kindFix(data: unknown, asked: readonly Kind[]): KindFix {
  if (data === null) return 'fill';
  if (asked.includes('string') && asked.includes('object')) return 'mapping_or_path';
  if (asked.includes('string') && typeof data !== 'object') return 'quote';
  if (asked.includes('boolean') && asked.includes('object')) return 'boolean_or_mapping';
  if (asked.includes('array')) return asked.includes('string') ? 'value_or_list' : 'list';
  if (asked.includes('object')) return 'mapping';
  if (asked.includes('boolean')) return typeof data === 'string' ? 'unquoted_boolean' : 'boolean';
  return asked.includes('string') ? 'text' : numberFix(data, asked.includes('integer') ? 'integer' : 'number');
}

function numberFix(data: unknown, asked: 'integer' | 'number'): KindFix {
  if (typeof data !== 'string') return asked;
  if (data.trim() !== '' && Number.isFinite(Number(data))) return 'unquote';
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(data)) return groupedFix(data, asked);
  if (/^-?\d+,\d+$/.test(data)) return asked === 'integer' ? 'integer' : { decimal: data.replace(',', '.') };
  return /^-?\d/.test(data) ? 'no_unit' : asked;
}

/** Returns how to write a number such as 1,500: as thousands, unless it may also be one and a half. */
function groupedFix(data: string, asked: 'integer' | 'number'): KindFix {
  const whole = data.replaceAll(',', '');
  const [, ...groups] = data.split(',');
  return { write: asked === 'integer' || groups.length > 1 ? whole : `${data.replace(',', '.')} or ${whole}` };
}

/** An error of a JSON Schema validator: one keyword that a value violates. */
export interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly parentSchema?: unknown;
  readonly data?: unknown;
  /** The key, if the error is about a key itself. */
  readonly propertyName?: string;
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

export function member(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

export type DataPath = readonly (string | number)[];

/** A mistake in the shape of a document: its sentence, the parameters and the path. */
export type ShapeIssue = {
  [K in keyof typeof schemaSentences]: {
    readonly path: DataPath;
    /** The part that the issue is about: the key at the path or its value. */
    readonly on: 'key' | 'value';
    readonly key: K;
    readonly params: ParamsOf<K>;
    /** For an unknown key: the known key that it probably means. */
    readonly meant?: string;
  };
}[keyof typeof schemaSentences];

export function nameOf(path: DataPath): ValueName {
  const last = path.at(-1);
  if (last === undefined) return { key: null, item: null };
  if (typeof last === 'string') return { key: last, item: null };
  const list = path.at(-2);
  return { key: typeof list === 'string' ? list : null, item: last };
}
