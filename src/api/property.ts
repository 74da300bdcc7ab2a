/** A path into data as a program would write it: `then[0].criteria.median_gte`. */
export function propertyOf(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
