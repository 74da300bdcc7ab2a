import type { Case, PromptSubject } from '#model/case.js';
import type { Origin } from '#model/dataset.js';
import type { Sample } from '#model/run/sample.js';

/** An item of a scripted data set. Its text fills the input `text`. */
export interface ScriptedItem {
  readonly id: string;
  readonly text: string;
  readonly slices?: Readonly<Record<string, string>>;
  readonly cluster?: string;
}

/** Makes the sample of these items, in this order. Items with one text have different draws, as equal requests must have. */
export function sampleOfItems(testCase: Case, items: readonly ScriptedItem[], draws = 1): Sample {
  const itemAt = (index: number): ScriptedItem => {
    const item = items[Math.floor(index / draws)];
    if (!item) throw new Error(`there is no trial ${index}`);
    return item;
  };
  const origin = (index: number): Origin => {
    const { id, slices, cluster } = itemAt(index);
    return { item: id, draw: index % draws, ...(slices && { slices }), ...(cluster !== undefined && { cluster }) };
  };
  return {
    origin,
    at: (index) => {
      const { text } = itemAt(index);
      const twins = items.slice(0, Math.floor(index / draws)).filter((item) => item.text === text).length;
      const subject: PromptSubject = { ...promptOf(testCase), inputs: { text } };
      return { testCase: { ...testCase, subject }, draw: (index % draws) + draws * twins, origin: origin(index) };
    },
    endsUnit: (index) => {
      if ((index + 1) % draws !== 0) return false;
      const { cluster } = itemAt(index);
      return cluster === undefined || items[(index + 1) / draws]?.cluster !== cluster;
    },
  };
}

function promptOf({ subject }: Case): PromptSubject {
  if (subject.kind !== 'prompt') throw new Error('scripted items fill the inputs of a prompt');
  return subject;
}
