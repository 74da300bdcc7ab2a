import type { BadInput } from '../fixture.js';
import { csvHeaders, csvSyntax, dataEncodings } from './csv.js';
import { expectedValues, fieldReferences, itemClasses } from './expected.js';
import { hostileData, itemOptions } from './hostile.js';
import { itemFilters, itemGroups, itemIds, itemInputs } from './items.js';
import { dataLists, jsonlSyntax } from './json.js';
import { dataPaths, dataSizes, datasetKeys } from './settings.js';

/** Mistakes in data files and in what cases say of them, by the name of their golden file. */
export const datasetThemes: Readonly<Record<string, readonly BadInput[]>> = {
  'datasets/csv-syntax': csvSyntax,
  'datasets/csv-headers': csvHeaders,
  'datasets/encodings': dataEncodings,
  'datasets/jsonl': jsonlSyntax,
  'datasets/lists': dataLists,
  'datasets/ids': itemIds,
  'datasets/filters': itemFilters,
  'datasets/inputs': itemInputs,
  'datasets/groups': itemGroups,
  'datasets/expected-values': expectedValues,
  'datasets/references': fieldReferences,
  'datasets/classes': itemClasses,
  'datasets/keys': datasetKeys,
  'datasets/paths': dataPaths,
  'datasets/sizes': dataSizes,
  'datasets/hostile': hostileData,
  'datasets/options': itemOptions,
};
