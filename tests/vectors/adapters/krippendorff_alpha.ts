import { krippendorffAlpha } from '#stats/agreement.js';
import type { VectorInput } from '../adapter.js';

export function krippendorffAlphaAdapter({ units }: VectorInput) {
  return { ...krippendorffAlpha(units as (number | null)[][]) };
}
