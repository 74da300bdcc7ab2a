import type { Case, CaseMessage, Subject } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import type { JsonObject } from '#model/data/json.js';
import type { FieldReference } from '#model/dataset.js';
import { isValueReference } from '#model/grader.js';
import { type ReferredValues, resolveGrader, resolveText } from '#model/references.js';
import type { MediaPath } from '#model/reply/exchange.js';
import { render } from '#model/text/quoted.js';
import { bitsOf } from './indexing/groups.js';
import type { ItemFiles } from './indexing/options.js';
import { fieldOf, fieldText } from './item.js';

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
    expectations: testCase.expectations.map((one) => ({ ...one, grader: resolveGrader(one.grader, referred) })),
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
    return { ...subject, inputs, ...(messages && { messages: messages.map((one) => resolveMessage(one, referred)) }) };
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
