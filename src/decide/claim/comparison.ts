/** How a value is compared with a threshold: the second half of a criterion's name. */
export interface Comparison {
  readonly name: 'lt' | 'lte' | 'gt' | 'gte';
  readonly holds: (value: number, threshold: number) => boolean;
  /** True where large values speak for the claim. */
  readonly wantsMore: boolean;
  readonly words: string;
  readonly symbol: string;
}

export const comparisons: readonly Comparison[] = [
  { name: 'lt', holds: (value, threshold) => value < threshold, wantsMore: false, words: 'below', symbol: '<' },
  { name: 'lte', holds: (value, threshold) => value <= threshold, wantsMore: false, words: 'at most', symbol: '≤' },
  { name: 'gt', holds: (value, threshold) => value > threshold, wantsMore: true, words: 'above', symbol: '>' },
  { name: 'gte', holds: (value, threshold) => value >= threshold, wantsMore: true, words: 'at least', symbol: '≥' },
];
