import { cohenKappa } from '#stats/agreement.js';
import type { VectorInput } from '../adapter.js';

export function cohenKappaAdapter({ table }: VectorInput) {
  return { ...cohenKappa(table as number[][]) };
}
