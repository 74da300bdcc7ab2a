import {
  type Dataset,
  type DatasetClaim,
  noSliceValue,
  type SliceGate,
  type SliceValue,
  type SlicingField,
} from '#model/dataset.js';
import type { ItemChoice } from '#model/run/sample.js';
import type { CodedColumn, ItemIndex } from './item-index.js';
import { nameOfItemFile } from './item-source.js';
import { chosenPositions, type Positions } from './sample.js';

export interface SliceRequest {
  readonly field: string;
  readonly gate?: SliceGate;
  /** The values that the gate applies to; all unless set. */
  readonly only?: readonly string[];
}

/** What a case says about its data set besides what an index needs. */
export interface DatasetRequest {
  readonly draws: number;
  readonly claim: DatasetClaim;
  /** The greatest number of units that are asked; all unless set. */
  readonly sample_size?: number;
  readonly slices: readonly SliceRequest[];
  readonly choice?: ItemChoice;
}

export function datasetOf(index: ItemIndex, request: DatasetRequest): Dataset {
  const { draws, claim, sample_size = index.units } = request;
  const { inputs, cluster, seed } = index.options;
  const after = index.unitOf.findIndex((unit) => unit >= sample_size);
  const positions = chosenPositions(index, after < 0 ? index.kept : after, request.choice);
  return {
    file: nameOfItemFile(index.source),
    sha256: index.sha256,
    digest: index.digest,
    items: index.items,
    kept: index.kept,
    asked: positions.length,
    kept_units: index.units,
    units: unitsAt(index, positions),
    draws,
    claim,
    seed,
    inputs,
    ...(cluster && { cluster }),
    slices: request.slices.map((slice) => sliceField(index, positions, slice)),
    filter: index.filter,
    mean_bytes: index.mean_bytes,
  };
}

function unitsAt({ unitOf }: ItemIndex, positions: Positions): number {
  let count = 0;
  let last = -1;
  for (let place = 0; place < positions.length; place++) {
    const unit = unitOf[positions.at(place)] ?? 0;
    if (unit !== last) count++;
    last = unit;
  }
  return count;
}

function sliceField(index: ItemIndex, positions: Positions, { field, gate, only }: SliceRequest): SlicingField {
  const column = index.columns.get(field);
  const values = column ? sliceValues(index, positions, column) : [];
  const marked = only
    ? values.map((value) => (only.includes(value.value) ? value : { ...value, reported: true as const }))
    : values;
  return { field, values: marked, ...(gate && { gate }) };
}

function sliceValues(index: ItemIndex, positions: Positions, { texts, codes }: CodedColumn): readonly SliceValue[] {
  const all = countByCode(index, chosenPositions(index, index.kept), codes);
  const asked = countByCode(index, positions, codes);
  return texts
    .map((text, code) => ({
      value: text === '' ? noSliceValue : text,
      kept: all.get(code)?.items ?? 0,
      kept_units: all.get(code)?.units ?? 0,
      units: asked.get(code)?.units ?? 0,
    }))
    .filter(({ kept }) => kept > 0)
    .sort((a, b) => b.kept - a.kept || (a.value < b.value ? -1 : 1));
}

/** Counts items and units by the code of their slice. A unit with items in several slices counts in each. */
function countByCode({ unitOf }: ItemIndex, positions: Positions, codes: Uint32Array) {
  const counts = new Map<number, { items: number; units: number; last: number }>();
  for (let place = 0; place < positions.length; place++) {
    const position = positions.at(place);
    const code = codes[position] ?? 0;
    const unit = unitOf[position] ?? 0;
    const known = counts.get(code);
    if (!known) counts.set(code, { items: 1, units: 1, last: unit });
    else {
      known.items++;
      if (known.last !== unit) known.units++;
      known.last = unit;
    }
  }
  return counts;
}
