/** The pattern that the reply of fixed-reply.js to a message holds: one for all, or another for each. */
export function patternOf(number, hasOwn) {
  return hasOwn ? `an?swer.*(more|${number} of them)` : 'an?swer.*more';
}
