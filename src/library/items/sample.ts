import type { Case, CaseMessage, Subject } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import { type FieldReference, noSliceValue, type Origin } from '#model/dataset.js';
import { isValueReference } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { type ReferredValues, resolveGrader, resolveText } from '#model/references.js';
import type { MediaPath } from '#model/reply/exchange.js';
import type { ItemChoice, Sample } from '#model/run/sample.js';
import { render } from '#model/text/quoted.js';
import { Conditions } from './conditions.js';
import { fieldOf, fieldText, type ItemFiles, idOfDigest, UsedValues } from './item.js';
import { bitsOf, type ItemIndex, textAtItem } from './item-index.js';
import { nameOfItemFile } from './item-source.js';
import { readItems } from './read-items.js';
import { ProblemList } from './record-place.js';

/** Positions in an index, ascending; `at` returns 0 after the last. */
export interface Positions {
  readonly length: number;
  at(place: number): number;
}

/**
 * Returns the positions of the chosen items. `asked` is the number of items that are asked without a choice. Ignores ids that no kept item has.
 */
export function chosenPositions(index: ItemIndex, asked: number, { first, ids }: ItemChoice = {}): Positions {
  const length = Math.min(asked, first ?? asked, index.kept);
  if (!ids) return { length, at: (place) => (place < length ? place : 0) };
  const wanted = new Set(ids);
  const positions = index.ids().flatMap((id, position) => (wanted.has(id) ? [position] : []));
  return { length: positions.length, at: (place) => positions[place] ?? 0 };
}

/**
 * Returns the trials of a case on a data set: the first `asked` items of the seeded order, or the chosen ones, each with all its draws. A
 * trial's item is read from the file when it is asked. For a case that the index was not made for, `asked` has the files that its inputs name, and
 * `hasOwnDraws` if its requests can be equal where those of the index differ: each item then has draws of its own.
 */
export function sampleOf(
  testCase: Case,
  index: ItemIndex,
  choice?: ItemChoice,
  asked: { readonly files?: ItemFiles | undefined; readonly hasOwnDraws?: boolean } = {},
): Sample {
  const { dataset } = testCase;
  if (!dataset) throw new Error(`the case ${testCase.name} has no data set`);
  const { draws } = dataset;
  const positions = chosenPositions(index, dataset.asked, choice);
  const hasOwnDraws = asked.hasOwnDraws === true || testCase.subject.kind === 'conversation';
  const { files = index.options.files } = asked;
  const positionOf = (trial: number) => positions.at(Math.floor(trial / draws));
  const origin = (trial: number): Origin => originOf(index, positionOf(trial), trial % draws);
  return {
    at: (trial) => {
      const position = positionOf(trial);
      const values = index.read(position);
      const id = index.idAt(position);
      const earlier = hasOwnDraws ? numberOf(id) : (index.earlier[position] ?? 0);
      const draw = (trial % draws) + draws * earlier;
      return {
        testCase: itemCase(testCase, values, id, files),
        draw,
        origin: origin(trial),
        item: () => JSON.stringify(values),
      };
    },
    origin,
    values: (trial) => index.valuesOf(positionOf(trial)),
    endsUnit: (trial) => {
      if (trial % draws !== draws - 1) return false;
      if (trial + 1 >= positions.length * draws) return true;
      return index.unitOf[positionOf(trial)] !== index.unitOf[positionOf(trial + 1)];
    },
  };
}

/**
 * Returns a number below 2^40 for the draws of an item's conversations. Conversations of several items can have equal requests in the course
 * of the talk, such as a greeting, which no count of equal inputs foresees.
 */
function numberOf(id: string): number {
  return Number.parseInt(sha256(`eva-conversation/1\n${id}`).slice(0, 10), 16);
}

function originOf(index: ItemIndex, position: number, draw: number): Origin {
  const slices = index.options.slices.flatMap((field) => {
    const column = index.columns.get(field);
    return column ? [[field, textAtItem(column, position) || noSliceValue]] : [];
  });
  return {
    item: index.idAt(position),
    draw,
    ...(slices.length > 0 && { slices: Object.fromEntries(slices) as Readonly<Record<string, string>> }),
    ...(index.clusters && { cluster: textAtItem(index.clusters, position) }),
  };
}

/**
 * Returns the case of one item: its values fill the inputs, the files that they name, the texts of a conversation, and all references.
 * Checks without a reference stay the same objects.
 */
export function itemCase(testCase: Case, values: JsonObject, id: string, files?: ItemFiles): Case {
  const texts = inputTexts(values, testCase.dataset?.inputs ?? {});
  const constants = testCase.subject.kind === 'trigger' ? {} : testCase.subject.inputs;
  const referred = {
    field: ({ field }: FieldReference) => fieldOf(values, field) ?? null,
    fieldText: ({ field }: FieldReference) => fieldText(values, field),
    inputs: { ...constants, ...texts },
  };
  return {
    ...testCase,
    subject: withFiles(subjectOf(testCase.subject, texts, referred, id), texts, files),
    expectations: testCase.expectations.map((expectation) => ({
      ...expectation,
      grader: resolveGrader(expectation.grader, referred),
    })),
  };
}

/** Returns the values of an item as inputs. Leaves out those that it does not have, so that constants of the case fill them. */
export function inputTexts(
  values: JsonObject,
  inputs: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(inputs).flatMap(([name, field]) => {
      const text = fieldText(values, field);
      return text === null ? [] : [[name, text]];
    }),
  );
}

function withFiles(subject: Subject, texts: Readonly<Record<string, string>>, files: ItemFiles | undefined): Subject {
  if (!files || subject.kind === 'trigger') return subject;
  const found = Object.entries(texts).flatMap(([name, path]): readonly (readonly [string, MediaPath])[] => {
    const file = files.inputs.includes(name) ? files.find(path) : null;
    return file ? [[name, file]] : [];
  });
  return { ...subject, files: { ...subject.files, ...Object.fromEntries(found) } };
}

function subjectOf(
  subject: Subject,
  texts: Readonly<Record<string, string>>,
  referred: ReferredValues,
  id: string,
): Subject {
  if (subject.kind === 'trigger') return subject;
  const inputs = { ...subject.inputs, ...texts };
  if (subject.kind === 'prompt') {
    const { messages } = subject;
    return {
      ...subject,
      inputs,
      ...(messages && { messages: messages.map((message) => resolveMessage(message, referred)) }),
    };
  }
  const { given, when, seed } = subject;
  return { ...subject, inputs, given: render(given, inputs), when: render(when, inputs), seed: seedOf(seed, id) };
}

/** Returns a message with the values of an item in place of its references. */
function resolveMessage({ role, content }: CaseMessage, referred: ReferredValues): CaseMessage {
  if (typeof content === 'string' || isValueReference(content))
    return { role, content: resolveText(content, referred) };
  return {
    role,
    content: content.map((part) => ('text' in part ? { text: resolveText(part.text, referred) } : part)),
  };
}

/** Returns the seed of an item's conversations. It depends on the item alone, so that further items change no writing style. */
function seedOf(seed: number, id: string): number {
  return bitsOf(sha256(`eva-style/1\n${seed}\n${id}`));
}

/** Why an index does not keep an item, and where the item is. */
interface LeftOutItem {
  /** The conditions of `where` and `unless` that it does not meet, in words. */
  readonly conditions: readonly string[];
  readonly at: Place;
}

/** Reads the source of an index again, and finds which of some ids belong to items that it does not keep. */
export function leftOutItems(index: ItemIndex, ids: readonly string[]): ReadonlyMap<string, LeftOutItem> {
  const { source, options } = index;
  const wanted = new Set(ids);
  const conditions = new Conditions(options.where, options.unless);
  const used = new UsedValues(options);
  const found = new Map<string, LeftOutItem>();
  const visit: Parameters<typeof readItems>[1] = ({ values, place }) => {
    const id = options.id === undefined ? idOfDigest(sha256(used.inputsText(values))) : fieldText(values, options.id);
    if (id === null || !wanted.has(id) || found.has(id)) return;
    const unmet = conditions.unmetBy(values);
    if (unmet.length > 0) found.set(id, { conditions: unmet, at: place() });
  };
  readItems(source, visit, new ProblemList(nameOfItemFile(source)));
  return found;
}
