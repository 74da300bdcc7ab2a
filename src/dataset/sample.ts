import type { Case } from '#model/case.js';
import { sha256 } from '#model/data/digest.js';
import { noSliceValue, type Origin } from '#model/dataset.js';
import type { ItemChoice, Sample } from '#model/run/sample.js';
import { textAt } from './indexing/columns.js';
import { itemCase } from './item-case.js';
import type { ItemFiles, ItemIndex } from './item-index.js';

/**
 * Returns the positions of the chosen items, ascending. `asked` is the number of items that are asked without a choice. Ignores ids that no
 * kept item has.
 */
export function chosenPositions(index: ItemIndex, asked: number, { first, ids }: ItemChoice = {}): Uint32Array {
  if (!ids) return Uint32Array.from({ length: Math.min(asked, first ?? asked, index.kept) }, (_, position) => position);
  const wanted = new Set(ids);
  return Uint32Array.from(index.ids.flatMap((id, position) => (wanted.has(id) ? [position] : [])));
}

/** How the items of an index are asked for a case that the index was not made for. */
export interface AskedItems {
  /** The files that the inputs of the case name; default: those of the index. */
  readonly files?: ItemFiles | undefined;
  /** True if requests of the case can be equal where those of the index differ. Each item then has draws of its own. */
  readonly hasOwnDraws?: boolean;
}

/**
 * Returns the trials of a case on a data set: the first `asked` items of the seeded order, or the chosen ones, each with all its draws. A
 * trial's item is read from the file when it is asked.
 */
export function sampleOf(testCase: Case, index: ItemIndex, choice?: ItemChoice, asked: AskedItems = {}): Sample {
  const { dataset } = testCase;
  if (!dataset) throw new Error(`the case ${testCase.name} has no data set`);
  const { draws } = dataset;
  const positions = chosenPositions(index, dataset.asked, choice);
  const hasOwnDraws = asked.hasOwnDraws === true || testCase.subject.kind === 'conversation';
  const { files = index.options.files } = asked;
  const origin = (trial: number): Origin => originOf(index, positions[Math.floor(trial / draws)] ?? 0, trial % draws);
  return {
    at: (trial) => {
      const position = positions[Math.floor(trial / draws)] ?? 0;
      const values = index.read(position);
      const id = index.ids[position] ?? '';
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
    values: (trial) => index.valuesOf(positions[Math.floor(trial / draws)] ?? 0),
    endsUnit: (trial) => {
      if (trial % draws !== draws - 1) return false;
      const at = Math.floor(trial / draws);
      const [here, next] = [positions[at] ?? 0, positions[at + 1]];
      return next === undefined || index.unitOf[here] !== index.unitOf[next];
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
    return column ? [[field, textAt(column, position) || noSliceValue]] : [];
  });
  return {
    item: index.ids[position] ?? '',
    draw,
    ...(slices.length > 0 && { slices: Object.fromEntries(slices) as Readonly<Record<string, string>> }),
    ...(index.clusters && { cluster: textAt(index.clusters, position) }),
  };
}
