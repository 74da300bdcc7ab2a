// The product of all that a data set and its claims can say. Every cell is refused, or holds its level.

import type { Case } from '#model/case.js';
import type { Dataset, DatasetClaim, SliceGate } from '#model/dataset.js';
import { type Kind, kinds } from './kinds.js';

/** What each field of a data set is to its tests. A new field stops the compiler here until a cell has it, or a reason. */
export const fields = {
  claim: 'a dimension',
  draws: 'a dimension',
  cluster: 'a dimension',
  slices: 'a dimension',
  asked: 'a dimension: whole',
  units: 'of asked',
  kept: 'a size',
  kept_units: 'a size',
  items: 'a size',
  seed: 'the order is random in every run',
  file: 'a name',
  sha256: 'a digest',
  digest: 'a digest',
  inputs: 'a text of the model',
  filter: 'words',
  mean_bytes: 'a price',
} as const satisfies Record<keyof Dataset, string>;

/** The same for a case. */
export const fieldsOfCase = {
  dataset: 'the fields above',
  sequential: 'a dimension: mode',
  stop_early: 'a dimension: mode',
  collects_all: 'a dimension: mode',
  expectations: 'a dimension: kind',
  sample_size: 'of asked',
  expected: 'plans the power, and moves no level',
  subject: 'how a trial is made',
  timeouts: 'which trials have a value',
  look: 'decides nothing',
  name: 'a name',
  at: 'a place',
} as const satisfies Record<keyof Case, string>;

const claims = { population: true, file: true } as const satisfies Record<DatasetClaim, true>;
const musts = { pass: true, not_fail: true } as const satisfies Record<SliceGate['must'], true>;

const modes = {
  curtailed: { stop_early: true, sequential: false },
  fixed: { stop_early: false, sequential: false },
  sequential: { stop_early: true, sequential: true },
  'sequential, whole': { stop_early: false, sequential: true },
  shard: { stop_early: false, sequential: false, collects_all: true },
} as const satisfies Record<string, Partial<Case>>;

export interface Cell {
  readonly kind: Kind;
  readonly claim: DatasetClaim;
  readonly draws: number;
  readonly cluster: 'clusters' | 'no cluster';
  readonly mode: keyof typeof modes;
  readonly slices: SliceGate['must'] | 'reported' | 'no slices';
  /** False if `sample_size` asks a part. */
  readonly whole: boolean;
}

export const modeOf = ({ mode }: Pick<Cell, 'mode'>): Partial<Case> => modes[mode];

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[];

/** Returns the whole product. */
export function allCells(): readonly Cell[] {
  const dimensions = {
    kind: kinds,
    claim: keysOf(claims),
    draws: [1, 10],
    cluster: ['clusters', 'no cluster'],
    mode: keysOf(modes),
    slices: [...keysOf(musts), 'reported', 'no slices'],
    whole: [true, false],
  } satisfies { readonly [D in keyof Cell]: readonly Cell[D][] };
  return Object.entries(dimensions).reduce<readonly object[]>(
    (cells, [key, values]) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [key]: value }))),
    [{}],
  ) as readonly Cell[];
}

/** Names a cell. */
export function nameOf({ kind, claim, draws, cluster, mode, slices, whole }: Cell): string {
  return [kind.name, claim, `draws ${draws}`, cluster, mode, slices, whole ? 'all' : 'a part'].join(' · ');
}
