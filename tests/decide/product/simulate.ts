// One run of a cell: a file or population whose truth lies at the bar, and what eva says of it.
import { watchCase } from '#decide/watch-case.js';
import type { Case } from '#model/case.js';
import type { SlicingField } from '#model/dataset.js';
import type { Grader } from '#model/grader.js';
import type { Score } from '#model/run/trial.js';
import { datasetWith } from '../../support/dataset.js';
import { caseOf, conversation } from '../../support/statistical-case.js';
import { type Cell, modeOf } from './cells.js';
import { criteria } from './kinds.js';

/** Returns a function that gives numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An item, and whether each answer to it is right. */
interface Item {
  readonly cluster: number;
  readonly slice: 'x' | 'y';
  readonly label: 'a' | 'b';
  readonly isRight: () => boolean;
}

/** The items in the order in which they are asked, and which claims are true of them; both for a population at its bar. */
interface World {
  readonly items: readonly Item[];
  readonly isTrue: Truth;
  readonly isTrueOfSlice: Readonly<Record<Item['slice'], Truth>>;
}

type Truth = boolean | 'at the bar';

/** Of several draws there are few items: one bad item then moves much. */
const itemsOf = ({ draws }: Pick<Cell, 'draws'>) => (draws === 1 ? 50 : 20);
const clustersOf = ({ draws }: Pick<Cell, 'draws'>) => (draws === 1 ? 25 : 12);
const mostOfCluster = 3;

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const order = [...values];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const [a, b] = [order[last] as T, order[other] as T];
    [order[last], order[other]] = [b, a];
  }
  return order;
}

/**
 * Draws items of a population whose rate is the bar: with answers that are independent (`like`), or the same for all draws of a cluster
 * (`unlike`), better in small clusters (`sized`), or right in one slice of a cluster where they are wrong in the other (`opposed`).
 */
function drawPopulation(cell: Cell, random: () => number): World {
  const { bar } = cell.kind;
  const isAlone = cell.cluster === 'no cluster';
  const isSpanning = isAlone || random() < 0.5;
  const shapes = isAlone ? ['like', 'unlike'] : ['like', 'unlike', isSpanning ? 'opposed' : 'sized'];
  const shape = shapes[Math.floor(random() * shapes.length)];
  const items: Item[] = [];
  for (let cluster = 0; isAlone ? items.length < itemsOf(cell) : cluster < clustersOf(cell); cluster++) {
    const size = isAlone ? 1 : 1 + Math.floor(random() * mostOfCluster);
    // The mean over clusters stays at the bar.
    const shift = { 1: 0.15, 2: 0, 3: -0.15 }[size];
    const rate = shape === 'sized' ? bar + (shift ?? 0) : bar;
    const shared = random();
    const ofCluster = random() < 0.5 ? 'x' : 'y';
    for (let item = 0; item < size; item++) {
      const slice = isSpanning ? (random() < 0.5 ? 'x' : 'y') : ofCluster;
      const isOpposed = shape === 'opposed' && slice === 'y';
      const isRight = shape === 'like' ? () => random() < rate : () => (isOpposed ? shared > 1 - rate : shared < rate);
      items.push({ cluster, slice, label: random() < 0.5 ? 'a' : 'b', isRight });
    }
  }
  return { items, isTrue: 'at the bar', isTrueOfSlice: { x: 'at the bar', y: 'at the bar' } };
}

/** Makes a file that has exactly the right items that its claims need, or one fewer, in random order. */
function makeFile(cell: Cell, random: () => number): World {
  const {
    slices,
    draws,
    kind: { bar, spec },
  } = cell;
  const isOfClasses = /^(recall|precision|f1)_/.test(spec.criterion);
  const manyItems = itemsOf(cell);
  const isSplit = slices !== 'no slices';
  const lacking = random() < 0.5 ? 1 : 0;
  const sizes = isSplit ? [manyItems / 2, manyItems / 2] : [manyItems];
  const isLike = draws > 1 && random() < 0.5;
  const items = sizes.flatMap((size, index) => {
    const right = Math.ceil(bar * size - 1e-9) - lacking;
    return shuffled(
      Array.from({ length: size }, (_, item) => item < right),
      random,
    ).map((isRight, item): Item => {
      const slice = isSplit ? (['x', 'y'] as const)[index] : 'x';
      const label = (item + index) % 2 === 0 ? 'a' : 'b';
      return {
        cluster: item % clustersOf(cell),
        slice: slice ?? 'x',
        label,
        isRight: isLike ? () => random() < right / size : () => isRight,
      };
    });
  });
  const rate = sizes.reduce((sum, size) => sum + Math.ceil(bar * size - 1e-9) - lacking, 0) / manyItems;
  const isTrue =
    isOfClasses && !isLike ? isTrueOfClasses(spec.criterion, spec.params['class'], items) : rate >= bar - 1e-9;
  return { items: shuffled(items, random), isTrue, isTrueOfSlice: { x: lacking === 0, y: lacking === 0 } };
}

/** Returns whether a claim about classes is true of a file whose wrong answers are the other class. */
function isTrueOfClasses(criterion: string, named: unknown, items: readonly Item[]): boolean {
  const measures = (['a', 'b'] as const).map((name) => {
    const count = (isLabel: boolean, isRight: boolean) =>
      items.filter((item) => (item.label === name) === isLabel && item.isRight() === isRight).length;
    const [hits, misses, alarms] = [count(true, true), count(true, false), count(false, false)];
    return {
      recall: hits / (hits + misses),
      precision: hits / (hits + alarms),
      f1: (2 * hits) / (2 * hits + misses + alarms),
    };
  });
  const measure = criterion.replace(/_gte$/, '') as 'recall' | 'precision' | 'f1';
  const [first = 0, second = 0] = measures.map((one) => one[measure]);
  const claimed = named === 'each' ? Math.min(first, second) : first;
  return claimed >= 0.8 - 1e-12;
}

/** Whether a run made a false statement; null if every such statement would be true. */
export interface Errors {
  readonly 'the claim passes': boolean | null;
  readonly 'the claim fails': boolean | null;
  readonly 'any slice passes': boolean | null;
  readonly 'any slice fails': boolean | null;
  readonly 'the slices hold': boolean | null;
}

/** Makes the case of a cell on the items that are asked, of all. */
export function caseOfCell(cell: Cell, items: readonly Item[], asked: readonly Item[]): Case {
  const { kind, claim, draws, cluster: ofCluster, slices } = cell;
  const isClustered = claim === 'population' && ofCluster !== 'no cluster';
  const units = (some: readonly Item[]) =>
    isClustered ? new Set(some.map(({ cluster }) => cluster)).size : some.length;
  const of = (some: readonly Item[], slice: Item['slice']) => some.filter((item) => item.slice === slice);
  const values = (['x', 'y'] as const).map((value) => ({
    value,
    kept: of(items, value).length,
    kept_units: units(of(items, value)),
    units: units(of(asked, value)),
  }));
  const gate = slices === 'pass' || slices === 'not_fail' ? { gate: { criterion: kind.ofSlices, must: slices } } : {};
  const field: SlicingField = { field: 'slice', values, ...gate };
  const dataset = datasetWith({
    claim,
    draws,
    kept: items.length,
    kept_units: units(items),
    asked: asked.length,
    units: units(asked),
    slices: slices === 'no slices' ? [] : [field],
    ...(ofCluster !== 'no cluster' && { cluster: { field: 'customer' } }),
  });
  return caseOf(asked.length * draws, counted(kind.grader, items, asked), [kind.spec], {
    dataset,
    ...(kind.grader.grader === 'metric' && { subject: conversation }),
    ...modeOf(cell),
  });
}

/** Returns the grader with the numbers of items of each class. */
function counted(grader: Grader, items: readonly Item[], asked: readonly Item[]): Grader {
  if (grader.grader !== 'class') return grader;
  const countsOf = (some: readonly Item[]) =>
    grader.params.of.map((name) => some.filter(({ label }) => label === name).length);
  return { grader: 'class', params: { ...grader.params, kept: countsOf(items), asked: countsOf(asked) } };
}

function askedOf(cell: Cell, items: readonly Item[]): readonly Item[] {
  const { claim, cluster: ofCluster, whole } = cell;
  if (whole) return items;
  const share = 0.8;
  if (claim === 'file' || ofCluster === 'no cluster') return items.slice(0, Math.round(share * items.length));
  return items.filter(({ cluster }) => cluster < share * clustersOf(cell));
}

/** Returns a case of a cell, to see whether it is refused. */
export function exampleOf(cell: Cell): Case {
  const { items } = worldOf(cell, randomFrom(1));
  return caseOfCell(cell, items, askedOf(cell, items));
}

const worldOf = (cell: Cell, random: () => number): World =>
  cell.claim === 'file' ? makeFile(cell, random) : drawPopulation(cell, random);

/** Runs a cell once, and returns which statements were false. */
export function runCell(cell: Cell, random: () => number): Errors {
  const { items, isTrue, isTrueOfSlice } = worldOf(cell, random);
  const asked = askedOf(cell, items);
  const watch = watchCase(caseOfCell(cell, items, asked), criteria);
  for (let trial = 0; !watch.isSettled(); trial++) {
    const at = Math.floor(trial / cell.draws);
    const item = asked[at];
    if (!item) break;
    const draw = trial % cell.draws;
    const isClustered = cell.claim === 'population' && cell.cluster !== 'no cluster';
    const endsUnit = draw === cell.draws - 1 && !(isClustered && asked[at + 1]?.cluster === item.cluster);
    const place = {
      origin: { item: `${at}`, draw, slices: { slice: item.slice }, cluster: `${item.cluster}` },
      endsUnit,
    };
    if (watch.wants(place.origin)) watch.push(scoresOf(cell, item, trial), place);
    else watch.skip(place);
  }
  const outcome = watch.verdicts()[0]?.outcome;
  const field = watch.dataset()?.slices[0];
  const isFalse = { passes: (truth: Truth) => truth !== true, fails: (truth: Truth) => truth !== false };
  const marked = (mark: string, isWrong: (truth: Truth) => boolean) => {
    const wrong = (field?.rows ?? []).filter(({ value }) => isWrong(isTrueOfSlice[value === 'x' ? 'x' : 'y']));
    return wrong.length === 0 ? null : wrong.some((row) => row.outcome === mark);
  };
  const holdsFalsely = Object.values(isTrueOfSlice).some(isFalse.passes);
  return {
    'the claim passes': isFalse.passes(isTrue) ? outcome === 'passed' : null,
    'the claim fails': isFalse.fails(isTrue) ? outcome === 'failed' : null,
    'any slice passes': marked('passed', isFalse.passes),
    'any slice fails': marked('failed', isFalse.fails),
    'the slices hold': field?.must === 'pass' && holdsFalsely ? field.holds === true : null,
  };
}

function scoresOf({ kind }: Cell, { label, isRight }: Item, trial: number): Score[] {
  const right = isRight();
  const other = label === 'a' ? 'b' : 'a';
  const classes =
    kind.grader.grader === 'class' ? { classes: { expected: label, answered: right ? label : other } } : {};
  const values = right ? kind.good : kind.bad;
  const common = { expectation: 0, trial, findings: [], ...classes };
  return values.map((value, turn) => ({ ...common, ...(values.length > 1 && { turn }), value }));
}
