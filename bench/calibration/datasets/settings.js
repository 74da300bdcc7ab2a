import { classCells } from './classes.js';
import { fileCells } from './files.js';
import { shippedCells } from './shipped.js';
import { sliceCells } from './slices.js';
import { unitCells } from './units.js';

/**
 * Every setting, in the order of the tables. A replication returns for each lane whether what the lane counts has happened. What a lane with
 * `isFalse` counts is false, and must not happen more often than the level of 5 %.
 */
/* `seed` is a name that seeds the random numbers, where a setting was called something else when it was first simulated. */
export const settings = [...fileCells, ...unitCells, ...sliceCells, ...classCells, ...shippedCells].map((setting) => ({
  ...setting,
  key: `${setting.seed ?? setting.name}: ${setting.lanes.map(({ at }) => at).join(', ')}`,
}));
