import { groupBy } from '#model/data/collections.js';
import type { ClassReading } from '#model/documents.gen.js';
import { inputsOfGrader } from '#model/grader.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { declaredInputs, type FileInput } from '#model/prompt.js';
import type { FoundReference } from '#model/references.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import { placeholders, quoted, render } from '#model/text/quoted.js';
import { type ConstantInputs, constantTexts, type FilledInputs } from '../cases/case-inputs.js';
import { idleKeys } from '../cases/case-settings.js';
import type { TemplateText } from '../cases/compare-inputs.js';
import { fieldsIn, fieldsOfMessages, type References, type ReferringText } from '../cases/find-references.js';
import { type CheckValue, type Choice, type EvalFiles, type Findings, hiddenFilesOf } from '../cases/reading.js';
import type { IndexOptions, ItemFiles } from '../items/item.js';
import type { ItemIndex } from '../items/item-index.js';
import { type ItemSource, nameOfItemFile } from '../items/item-source.js';
import { contradiction } from '../settings/model-options.js';
import type { DocumentPart } from '../source/document.js';
import type { GivenInputs } from '../source/input-text.js';
import { type Layer, nearestSetting, nearestValue } from '../source/layer.js';
import { fieldsInFile, findDataFile, foreignHeader } from './data-files.js';
import { ClassNames, type DatasetKeys, readDatasetKeys } from './dataset-keys.js';
import {
  bareMessages,
  blankItemMessages,
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

/** Reads the data set of a case, and checks all its items. Returns null for a case that asks one input again and again. */
export function readCaseDataset(
  files: EvalFiles,
  choice: Choice,
  findings: Findings,
  entry: DocumentPart,
  parts: CaseParts,
): CaseDataset | null {
  const { report } = findings;
  const unread = { items: null, filled: null };
  const part = entry.in('dataset');
  if (!part.isWritten) return null;
  const keys = readDatasetKeys(part);
  report([...manyDrawsOfFile(keys, parts.layers), ...unitsOfClasses(keys, entry), ...idleKeysOf(keys)]);
  const file = findDataFile(files, keys, report);
  if (!file) return unread;
  const { inputs, names } = inputFields(files.prompt, keys, parts, file);
  const optional = optionalInputs(files.prompt, parts.texts);
  const taken = [...keys.inputs.keys(), ...parts.constants.given.keys(), ...optional];
  const filling = parts.texts.flatMap(({ text }) => placeholders(text)).filter((name) => !taken.includes(name));
  const foreign = foreignHeader(file, names, [...fieldPlaces(keys, parts.references).keys(), ...filling]);
  if (foreign) {
    findings.reportItems([foreign]);
    return unread;
  }
  for (const name of names ?? []) findings.fields.add(name);
  if (names && inputs.size === 0 && fieldsOfMessages(parts.references).length === 0)
    report(nothingFilled(files.prompt, keys, parts));
  report(givenTwice(parts.constants.given, inputs));
  const options = optionsOf(files, choice.checkValue, keys, parts, inputs);
  const { value: index, problems: all } = files.named.index(file, options, evidenceOf(keys, parts));
  // Without inputs all items are alike, which has its own problem.
  const problems = Object.keys(options.inputs).length > 0 ? all : all.filter(({ severity }) => severity === 'error');
  const isOfFile = ({ at }: Problem) => at?.file === nameOfItemFile(file);
  report(problems.filter((flaw) => !isOfFile(flaw)));
  findings.reportItems(problems.filter(isOfFile));
  return {
    items: index && { keys, index, asked: askedItems(index, parts.layers) },
    filled: names && { given: filledInputs(keys, inputs), fields: names },
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
  prompt: EvalFiles['prompt'],
  { inputs }: DatasetKeys,
  { texts }: CaseParts,
  file: ItemSource,
): InputFields {
  const declared = prompt ? declaredInputs(prompt).map(({ name }) => name) : [];
  const used = texts.flatMap(({ text }) => placeholders(text));
  const unnamed = [...new Set([...declared, ...used])].filter((name) => !inputs.has(name));
  const fields = fieldsInFile(file, unnamed);
  const renamed = [...inputs].map(([name, { field }]) => [name, field] as const);
  const own = unnamed.filter((name) => fields?.found.has(name)).map((name) => [name, name] as const);
  return { names: fields?.names ?? null, inputs: new Map([...renamed, ...own]) };
}

/** Lists a problem if no field can fill an input, since the prompt has none. A required input without a value has its own problem. */
function nothingFilled(prompt: EvalFiles['prompt'], { part }: DatasetKeys, { texts }: CaseParts): readonly Problem[] {
  if (!prompt || declaredInputs(prompt).some(({ required }) => required)) return [];
  if (texts.some(({ text }) => placeholders(text).length > 0)) return [];
  return [
    problem(
      'EVA_DATA_FIELD:no_input',
      'the items fill no input, since the prompt has none: all of them would ask the same',
      {
        hint: 'declare an input in meta.yml and use it in the prompt, or remove "dataset"',
        at: part.placeOfKey(),
      },
    ),
  ];
}

function givenTwice(given: GivenInputs, inputs: ReadonlyMap<string, string>): readonly Problem[] {
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

function filledInputs({ part, inputs: renamed }: DatasetKeys, inputs: ReadonlyMap<string, string>): GivenInputs {
  const placeOf = (name: string) => (renamed.has(name) ? part.in('inputs', name).placeOfKey() : part.place());
  return new Map([...inputs.keys()].map((name) => [name, { text: '', at: placeOf(name) }]));
}

function optionsOf(
  files: EvalFiles,
  checkValue: CheckValue,
  keys: DatasetKeys,
  parts: CaseParts,
  inputs: ReadonlyMap<string, string>,
): IndexOptions {
  const { prompt, named } = files;
  const { references, constants, tools } = parts;
  const { part, where, unless, id, slices } = keys;
  const texts = references.texts.flatMap((use) => ('text' in use.reference ? [] : textUses(use, inputs)));
  const ofMessages = fieldsOfMessages(references).map((field) => [`${messageField}${field}`, field] as const);
  const checks = references.checks
    .map(({ spec, references: own }) => ({ spec, references: own, fields: fieldsOf(own, inputs) }))
    .filter(({ fields }) => fields.length > 0);
  const known = prompt ? constantTexts(constants.given, prompt) : {};
  const places = fieldPlaces(keys, references);
  const ofItems = itemFiles(named, part, parts.files, inputs);
  const used = [...new Set(fieldsIn(references).map(({ field }) => field))];
  const bare = bareMessages(parts.texts);
  const seen = [...new Set([...inputs.values(), ...used])];
  const values = { inputs, constants: known };
  return {
    inputs: Object.fromEntries([...inputs, ...ofMessages]),
    optional: optionalInputs(prompt, parts.texts),
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
    seed: nearestValue(parts.layers, 'seed') ?? 0,
    requestOf: requestOf(parts, ofItems?.find),
    ...(ofItems && { files: ofItems }),
    check: (item) => [
      ...itemTraps(item, seen),
      ...blankItemMessages(item, bare, values),
      ...itemProblems(item, { texts, checks, ...values, tools }, checkValue),
      ...itemFileProblems(files, part, item, { files: parts.files, ...values }),
    ],
    at: {
      where: part.in(where.size > 0 ? 'where' : 'unless').placeOfKey(),
      fields: (name) => places.get(name) ?? [],
    },
  };
}

/** Returns the fields that references name, themselves or as inputs that items fill. */
function fieldsOf(references: readonly FoundReference[], inputs: ReadonlyMap<string, string>): readonly string[] {
  const fields = references.flatMap(({ reference }) =>
    'field' in reference ? [reference.field] : inputsOfGrader(reference).flatMap((name) => inputs.get(name) ?? []),
  );
  return [...new Set(fields)];
}

function textUses({ reference, key, owner }: ReferringText, inputs: ReadonlyMap<string, string>): readonly TextUse[] {
  const fields = fieldsOf([{ reference, path: [] }], inputs);
  const { of: classes, ignore_case = false } = (owner.in('class').value ?? {}) as Partial<ClassReading>;
  if (key !== 'class' || !classes) return fields.map((field) => ({ field, key }));
  return fields.map((field) => ({ field, key, classes: new ClassNames(classes, ignore_case) }));
}

/** Returns the inputs that an item may lack: those that are not required, or have a default. */
function optionalInputs(prompt: EvalFiles['prompt'], texts: readonly TemplateText[]): readonly string[] {
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
  { part, id, where, unless, inputs, cluster, slices }: DatasetKeys,
  references: References,
): ReadonlyMap<string, readonly Place[]> {
  const conditions = (key: 'where' | 'unless', fields: DatasetKeys['where']) =>
    [...fields.keys()].map((field) => [field, part.in(key, field).placeOfKey()] as const);
  const named = [...(cluster ? [cluster] : []), ...slices, ...fieldsIn(references)];
  const before = [...inputs.values(), ...(id ? [id] : [])];
  const placed = [
    ...before.map((use) => [use.field, use.part.place()] as const),
    ...conditions('where', where),
    ...conditions('unless', unless),
    ...named.map((use) => [use.field, use.part.place()] as const),
  ];
  return new Map([...groupBy(placed, ([field]) => field)].map(([field, uses]) => [field, uses.map(([, at]) => at)]));
}

/** Returns all that decides about the items besides plain options: two cases with equal parts share an index. */
function evidenceOf(keys: DatasetKeys, { constants, texts, files, references, tools }: CaseParts): unknown {
  return {
    checks: references.checks.map(({ spec }) => spec),
    texts: references.texts.map(({ reference, key, owner }) => [reference, key, owner.in('class').value]),
    constants: [...constants.given].map(([name, { text }]) => [name, text]),
    templates: texts.map(({ text }) => text),
    files: files.map(({ name, media_type }) => [name, media_type ?? null]),
    hidden: hiddenFilesOf(keys.part),
    tools: tools?.map(({ name }) => name) ?? null,
  };
}

/** Returns the number of items in the units that are asked at most. */
function askedItems({ kept, unitOf }: ItemIndex, layers: readonly Layer[]): number {
  const units = nearestValue(layers.slice(0, 1), 'sample_size');
  const after = units === undefined ? -1 : unitOf.findIndex((unit) => unit >= units);
  return after < 0 ? kept : after;
}

/** A claim about the pooled draws of a file needs all of them. */
function manyDrawsOfFile({ part, claim, draws }: DatasetKeys, layers: readonly Layer[]): readonly Problem[] {
  if (claim !== 'file' || draws === 1) return [];
  const setting = { key: 'dataset.draws', at: part.in('draws').placeOfKey() };
  const size = nearestSetting(layers.slice(0, 1), 'sample_size');
  const sequential = nearestSetting(layers, 'sequential');
  const excluded = [
    ...(size ? [{ key: 'sample_size', at: size.at }] : []),
    ...(sequential?.value === true ? [{ key: 'sequential', at: sequential.at }] : []),
  ];
  return excluded.map((other) => contradiction('EVA_CONTRADICTION:draws_of_file', setting, other));
}

/** Counts of classes need one answer to each item, and independent items. */
function unitsOfClasses({ part, cluster, draws }: DatasetKeys, entry: DocumentPart): readonly Problem[] {
  const items = entry
    .in('then')
    .items()
    .map((item) => item.in('class'));
  const withClass = items.find(({ value }) => value !== undefined);
  if (!withClass) return [];
  const classes = { key: 'class', at: withClass.placeOfKey() };
  const excluded = [...(cluster ? ['cluster'] : []), ...(draws > 1 ? ['draws'] : [])];
  return excluded.map((key) =>
    contradiction('EVA_CONTRADICTION:class_units', classes, { key: `dataset.${key}`, at: part.in(key).placeOfKey() }),
  );
}

function idleKeysOf({ part, format, claim, slices }: DatasetKeys): readonly Problem[] {
  const isCsv = !format || format === 'csv' || format === 'tsv';
  return [
    ...(isCsv ? [] : idleKeys(part, ['delimiter'], 'no_csv')),
    ...(claim === 'file' ? idleKeys(part, ['cluster'], 'file_claim') : []),
    ...slices.flatMap(({ own, hasCriteria }) =>
      hasCriteria ? [] : idleKeys(own, ['must', 'only'], 'slices_reported'),
    ),
  ];
}
