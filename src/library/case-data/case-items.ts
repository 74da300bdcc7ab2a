import { groupBy } from '#model/data/collections.js';
import type { JsonValue } from '#model/data/json.js';
import { inputsOf } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { declaredInputs, type FileInput } from '#model/prompt.js';
import type { FoundReference } from '#model/references.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import { problem } from '#model/sentences/sentence.js';
import { placeholders, quoted, render } from '#model/text/quoted.js';
import { type ConstantInputs, constantTexts, type FilledInputs } from '../cases/case-inputs.js';
import { reportIdle } from '../cases/case-settings.js';
import type { Given, TemplateText } from '../cases/compare-inputs.js';
import { type EvalContext, hiddenFilesOf } from '../cases/eval-context.js';
import { fieldsIn, fieldsOfMessages, type References, type ReferringText } from '../cases/find-references.js';
import type { IndexOptions, ItemFiles } from '../items/item.js';
import type { ItemIndex } from '../items/item-index.js';
import { type ItemSource, nameOf } from '../items/item-source.js';
import { contradiction } from '../settings/model-options.js';
import { type Layer, nearestNumber, nearestSetting } from '../source/layer.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import { fieldsInFile, findDataFile, foreignHeader } from './data-files.js';
import { ClassNames, type DatasetKeys, readDatasetKeys } from './dataset-keys.js';
import {
  bareMessages,
  blankMessages,
  itemFileProblems,
  itemFiles,
  itemProblems,
  itemTraps,
  type TextUse,
} from './item-checks.js';

/** The items of a case's data set. */
export interface CaseItems {
  readonly keys: DatasetKeys;
  readonly index: ItemIndex;
  /** The greatest number of items that are asked. */
  readonly asked: number;
}

/** What a case says of its data set, and its items; the items are null if they cannot be used. */
export interface CaseDataset extends FilledInputs {
  readonly items: CaseItems | null;
}

/** The parts of a case that its items depend on. */
interface CaseParts {
  readonly constants: ConstantInputs;
  readonly texts: readonly TemplateText[];
  /** The inputs that messages take as files. */
  readonly files: readonly FileInput[];
  readonly references: References;
  /** The settings of the case, its own first. */
  readonly layers: readonly Layer[];
  /** The tools of the model under test; undefined if the case declares none. */
  readonly tools: readonly ToolSpec[] | undefined;
}

/** Reads the data set of the case at a path, and checks all its items. Returns null for a case that asks one input again and again. */
export function readCaseDataset(context: EvalContext, path: Path, parts: CaseParts): CaseDataset | null {
  const { document, source, report } = context;
  const own = [...path, 'dataset'];
  if (!document.holds(own)) return null;
  const keys = readDatasetKeys(source, own);
  if (!keys) return { items: null, filled: null };
  reportContradictions(context, keys, path, parts.layers);
  const file = findDataFile(context, keys);
  if (!file) return { items: null, filled: null };
  const { inputs, names } = inputFields(context, keys, parts, file);
  const taken = [...keys.inputs.keys(), ...parts.constants.given.keys(), ...optionalInputs(context, parts.texts)];
  const filling = parts.texts.flatMap(({ text }) => placeholders(text)).filter((name) => !taken.includes(name));
  const foreign = foreignHeader(file, names, [...fieldPlaces(context, keys, parts.references).keys(), ...filling]);
  if (foreign) {
    context.reportItems([foreign]);
    return { items: null, filled: null };
  }
  for (const name of names ?? []) context.fields.add(name);
  if (names && inputs.size === 0 && fieldsOfMessages(parts.references).length === 0)
    report(nothingFilled(context, keys, parts));
  report(givenTwice(parts.constants.given, inputs));
  const uses = { keys, parts, inputs };
  const index = indexOnce(context, file, optionsOf(context, uses), evidenceOf(context, uses));
  const items = index && { keys, index, asked: askedItems(index, parts.layers) };
  return {
    items,
    filled: names && { given: filledInputs(context, keys, inputs), fields: names },
  };
}

interface InputFields {
  /** The field of each input that items fill. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The names of the fields of the first item; null if it cannot be read. */
  readonly names: readonly string[] | null;
}

/** Returns the field of each input that items fill: the renamed ones, and those that have the name of a field. */
function inputFields(
  { prompt }: EvalContext,
  { inputs }: DatasetKeys,
  { texts }: CaseParts,
  file: ItemSource,
): InputFields {
  const declared = prompt ? declaredInputs(prompt).map(({ name }) => name) : [];
  const used = texts.flatMap(({ text }) => placeholders(text));
  const others = [...new Set([...declared, ...used])].filter((name) => !inputs.has(name));
  const fields = fieldsInFile(file, others);
  const renamed = [...inputs].map(([name, { field }]) => [name, field] as const);
  const own = others.filter((name) => fields?.found.has(name)).map((name) => [name, name] as const);
  return { names: fields?.names ?? null, inputs: new Map([...renamed, ...own]) };
}

/** Lists a problem if no field can fill an input, since the prompt has none. A required input without a value has its own problem. */
function nothingFilled({ source, prompt }: EvalContext, keys: DatasetKeys, { texts }: CaseParts): readonly Problem[] {
  if (!prompt || declaredInputs(prompt).some(({ required }) => required)) return [];
  if (texts.some(({ text }) => placeholders(text).length > 0)) return [];
  return [
    problem(
      'EVA_DATA_FIELD:no_input',
      'the items fill no input, since the prompt has none: all of them would ask the same',
      {
        hint: 'declare an input in meta.yml and use it in the prompt, or remove "dataset"',
        at: source.place(keys.path, 'key'),
      },
    ),
  ];
}

function givenTwice(given: Given, inputs: ReadonlyMap<string, string>): readonly Problem[] {
  return [...given].flatMap(([name, { text, at }]) => {
    const field = inputs.get(name);
    if (text === null || field === undefined) return [];
    return [
      problem(
        'EVA_INPUT_TWICE:field',
        `the input ${quoted(name)} has a value here, and the field ${quoted(field)} of the data set fills it too`,
        { hint: 'remove it here, or rename the field in the file', at },
      ),
    ];
  });
}

function filledInputs({ source }: EvalContext, keys: DatasetKeys, inputs: ReadonlyMap<string, string>): Given {
  const placeOf = (name: string) =>
    keys.inputs.has(name) ? source.place([...keys.path, 'inputs', name], 'key') : source.place(keys.path);
  return new Map([...inputs.keys()].map((name) => [name, { text: '', at: placeOf(name) }]));
}

interface Uses {
  readonly keys: DatasetKeys;
  readonly parts: CaseParts;
  readonly inputs: ReadonlyMap<string, string>;
}

function optionsOf(context: EvalContext, { keys, parts, inputs }: Uses): IndexOptions {
  const { source, checkValue, prompt } = context;
  const { references, constants, tools } = parts;
  const { path, where, unless, id, slices } = keys;
  const texts = references.texts.flatMap((one) => ('text' in one.reference ? [] : textUse(context, one, inputs)));
  const ofMessages = fieldsOfMessages(references).map((field) => [`${messageField}${field}`, field] as const);
  const checks = references.checks
    .map(({ spec, references: own }) => ({ spec, references: own, fields: fieldsOf(own, inputs) }))
    .filter(({ fields }) => fields.length > 0);
  const known = prompt ? constantTexts(constants.given, prompt) : {};
  const places = fieldPlaces(context, keys, references);
  const files = itemFiles(context, path, parts.files, inputs);
  const used = [...new Set(fieldsIn(references).map(({ field }) => field))];
  const bare = bareMessages(parts.texts);
  const seen = [...new Set([...inputs.values(), ...used])];
  return {
    inputs: Object.fromEntries([...inputs, ...ofMessages]),
    optional: optionalInputs(context, parts.texts),
    ...(id && { id: id.field }),
    where: Object.fromEntries(where),
    unless: Object.fromEntries(unless),
    ...(keys.cluster && keys.claim === 'population' && { cluster: { field: keys.cluster.field } }),
    slices: slices.map(({ field }) => field),
    used,
    whole: references.hasProgram,
    counted: references.texts.flatMap(({ key, reference }) =>
      key === 'class' && 'field' in reference ? [reference.field] : [],
    ),
    seed: nearestNumber(parts.layers, 'seed') ?? 0,
    requestOf: requestOf(parts, files?.find),
    ...(files && { files }),
    check: (item) => [
      ...itemTraps(item, seen),
      ...blankMessages(item, bare, { inputs, constants: known }),
      ...itemProblems(item, { texts, checks, inputs, constants: known, tools }, checkValue),
      ...itemFileProblems(context, item, { files: parts.files, inputs, constants: known, path }),
    ],
    at: {
      where: source.place([...path, where.size > 0 ? 'where' : 'unless'], 'key'),
      fields: (name) => places.get(name) ?? [],
    },
  };
}

/** Returns the fields that references name, themselves or as inputs that items fill. */
function fieldsOf(found: readonly FoundReference[], inputs: ReadonlyMap<string, string>): readonly string[] {
  const fields = found.flatMap(({ reference }) =>
    'field' in reference ? [reference.field] : inputsOf(reference).flatMap((name) => inputs.get(name) ?? []),
  );
  return [...new Set(fields)];
}

function textUse(
  { source }: EvalContext,
  { reference, key, owner }: ReferringText,
  inputs: ReadonlyMap<string, string>,
): readonly TextUse[] {
  return fieldsOf([{ reference, path: [] }], inputs).map((field) => classUse(source, { field, key, owner }));
}

function classUse(source: YamlSource, { field, key, owner }: { field: string; key: string; owner: Path }): TextUse {
  const classes = key === 'class' ? valueAt(source.value, [...owner, 'class', 'of']) : undefined;
  // A part that is no text has a problem of its own, and hides which class it means.
  if (!Array.isArray(classes) || !classes.every(isText)) return { field, key };
  const ignoreCase = valueAt(source.value, [...owner, 'class', 'ignore_case']) === true;
  return { field, key, classes: new ClassNames(classes, ignoreCase) };
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** Returns the inputs that an item may lack: those that are not required, or have a default. */
function optionalInputs({ prompt }: EvalContext, texts: readonly TemplateText[]): readonly string[] {
  const asksForAll = texts.some(({ isBody }) => isBody);
  const used = new Set(texts.flatMap(({ text }) => placeholders(text)));
  const declared = prompt?.inputs ?? [];
  return declared
    .filter(
      ({ name, required, default: standIn }) => !required || standIn !== undefined || !(asksForAll || used.has(name)),
    )
    .map(({ name }) => name);
}

/** Begins the names under which fields of messages are among the inputs of an item. No input has such a name. */
const messageField = 'field ';

/** Returns a function that makes the request of an item: all texts with its inputs. Items with equal requests get different draws. */
function requestOf({ constants, texts }: CaseParts, find: ItemFiles['find'] | undefined): IndexOptions['requestOf'] {
  const given = [...constants.given].flatMap(([name, { text }]) => (text === null ? [] : [[name, text] as const]));
  return (inputs) => {
    const filled = Object.entries(inputs).map(([name, text]) => [name, text ?? ''] as const);
    const all = Object.fromEntries([...given, ...filled]);
    const ofMessages = filled.flatMap(([name, text]) => (name.startsWith(messageField) ? [text] : []));
    if (texts.length === 0) return JSON.stringify(inputs);
    const rendered = texts.map(({ text, isFile }) => {
      const value = render(text, all);
      return isFile ? (find?.(value)?.sha256 ?? value) : value;
    });
    return JSON.stringify([...rendered, ...ofMessages]);
  };
}

function fieldPlaces(
  { source }: EvalContext,
  keys: DatasetKeys,
  references: References,
): ReadonlyMap<string, readonly Place[]> {
  const { path, id, where, unless, inputs, cluster, slices } = keys;
  const named = [
    ...[...inputs.values()].map((one) => [one.field, source.place(one.path)] as const),
    ...(id ? [[id.field, source.place(id.path)] as const] : []),
    ...[...where.keys()].map((field) => [field, source.place([...path, 'where', field], 'key')] as const),
    ...[...unless.keys()].map((field) => [field, source.place([...path, 'unless', field], 'key')] as const),
    ...(cluster ? [[cluster.field, source.place(cluster.path)] as const] : []),
    ...slices.map((slice) => [slice.field, source.place(slice.path)] as const),
    ...fieldsIn(references).map((one) => [one.field, source.place(one.path)] as const),
  ];
  return new Map([...groupBy(named, ([field]) => field)].map(([field, uses]) => [field, uses.map(([, at]) => at)]));
}

/** Returns all that decides about the items besides plain options: two cases with equal parts share an index. */
function evidenceOf(context: EvalContext, { keys, parts }: Uses): unknown {
  const { source } = context;
  const { constants, texts, files, references, tools } = parts;
  return {
    checks: references.checks.map(({ spec }) => spec),
    texts: references.texts.map(({ reference, key, owner }) => [
      reference,
      key,
      valueAt(source.value, [...owner, 'class']),
    ]),
    constants: [...constants.given].map(([name, { text }]) => [name, text]),
    templates: texts.map(({ text }) => text),
    files: files.map(({ name, media_type }) => [name, media_type ?? null]),
    hidden: hiddenFilesOf(context, keys.path),
    tools: tools?.map(({ name }) => name) ?? null,
  };
}

/** Returns the number of items in the units that are asked at most. */
function askedItems({ kept, unitOf }: ItemIndex, layers: readonly Layer[]): number {
  const units = nearestNumber(layers.slice(0, 1), 'sample_size');
  const after = units === undefined ? -1 : unitOf.findIndex((unit) => unit >= units);
  return after < 0 ? kept : after;
}

/** Reads and indexes a file, or returns the index of an earlier case that uses the same parts of it. */
function indexOnce(context: EvalContext, file: ItemSource, options: IndexOptions, uses: unknown): ItemIndex | null {
  const { value: index, problems: all } = context.dataFiles.index(file, options, uses);
  // Without inputs all items are alike, which has its own problem.
  const problems = Object.keys(options.inputs).length > 0 ? all : all.filter(({ severity }) => severity === 'error');
  context.report(problems.filter(({ at }) => at?.file !== nameOf(file)));
  context.reportItems(problems.filter(({ at }) => at?.file === nameOf(file)));
  return index;
}

/** Reports settings of a data set that exclude each other, or have no effect. `layers` are those of the case, its own first. */
function reportContradictions(context: EvalContext, keys: DatasetKeys, path: Path, layers: readonly Layer[]): void {
  context.report([...manyDrawsOfFile(context, keys, layers), ...unitsOfClasses(context, keys, path)]);
  reportIdleKeys(context, keys);
}

/** A claim about the pooled draws of a file needs all of them. */
function manyDrawsOfFile(context: EvalContext, keys: DatasetKeys, layers: readonly Layer[]): readonly Problem[] {
  if (keys.claim !== 'file' || keys.draws === 1) return [];
  const draws = { key: 'dataset.draws', at: context.source.place([...keys.path, 'draws'], 'key') };
  const size = nearestSetting(layers.slice(0, 1), 'sample_size');
  const sequential = nearestSetting(layers, 'sequential');
  return [
    ...(size ? [contradiction('EVA_CONTRADICTION:draws_of_file', draws, { key: 'sample_size', at: size.at })] : []),
    ...(sequential?.value === true
      ? [contradiction('EVA_CONTRADICTION:draws_of_file', draws, { key: 'sequential', at: sequential.at })]
      : []),
  ];
}

/** Counts of classes need one answer to each item, and independent items. */
function unitsOfClasses(
  { source }: EvalContext,
  { path: own, cluster, draws }: DatasetKeys,
  path: Path,
): readonly Problem[] {
  const items = mappingsIn(source.value, [...path, 'then']);
  const item = items.find((one) => valueAt(source.value, [...one, 'class']) !== undefined);
  if (!item) return [];
  const classes = { key: 'class', at: source.place([...item, 'class'], 'key') };
  const setting = (key: string) => ({ key: `dataset.${key}`, at: source.place([...own, key], 'key') });
  return [
    ...(cluster ? [contradiction('EVA_CONTRADICTION:class_units', classes, setting('cluster'))] : []),
    ...(draws > 1 ? [contradiction('EVA_CONTRADICTION:class_units', classes, setting('draws'))] : []),
  ];
}

function reportIdleKeys(context: EvalContext, keys: DatasetKeys): void {
  const { format } = keys;
  if (format && format !== 'csv' && format !== 'tsv') reportIdle(context, keys.path, ['delimiter'], 'no_csv');
  if (keys.claim === 'file') reportIdle(context, keys.path, ['cluster'], 'file_claim');
  for (const { own, hasCriteria } of keys.slices) {
    if (!hasCriteria) reportIdle(context, own, ['must', 'only'], 'slices_reported');
  }
}
