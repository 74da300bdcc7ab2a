import type { Problem } from '#model/problem.js';
import { contradiction } from '../../settings/contradiction.js';
import { type Layer, nearestSetting } from '../../source/layer.js';
import { mappingsIn, type Path, valueAt } from '../../source/place.js';
import type { EvalContext } from '../eval-context.js';
import { reportIdle } from '../settings.js';
import type { DatasetKeys } from './dataset-keys.js';

/** Reports settings of a data set that exclude each other, or have no effect. `layers` are those of the case, its own first. */
export function reportContradictions(
  context: EvalContext,
  keys: DatasetKeys,
  path: Path,
  layers: readonly Layer[],
): void {
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
