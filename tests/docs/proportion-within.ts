import { defineCriterion } from 'eva-harness';

/** At least this share of trials takes from `from` to `to` seconds: neither slow nor suspiciously quick. */
export const proportionWithin = defineCriterion({
  name: 'proportion_within',
  aggregation: 'proportion',
  value: ([seconds = 0], { from, to }) => (seconds >= Number(from) && seconds <= Number(to) ? 1 : 0),
  bar: ({ proportion }) => Number(proportion),
  claim: ({ from, to, proportion }) => `at least ${Number(proportion) * 100}% of trials take ${from} to ${to} s`,
  refuse: ({ from, to }) =>
    Number(from) <= Number(to) ? null : { message: `from ${from} is above to ${to}`, hint: 'swap them' },
});
