import { type AlphaDistance, krippendorffAlpha } from '#stats/agreement.js';
import type { VectorInput } from '../adapter.js';

export function krippendorffAlphaAdapter({ units, metric }: VectorInput) {
  return { ...krippendorffAlpha(units as (number | null)[][], metric as AlphaDistance) };
}
