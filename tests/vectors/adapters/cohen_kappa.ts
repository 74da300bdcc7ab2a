import { cohenKappa, type KappaWeights } from '#stats/agreement.js';
import type { VectorInput } from '../adapter.js';

export function cohenKappaAdapter({ table, weights }: VectorInput) {
  return { ...cohenKappa(table as number[][], weights as KappaWeights) };
}
