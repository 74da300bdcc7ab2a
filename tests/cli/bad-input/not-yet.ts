import { bad, configFile } from './fixture.js';

/** What the schema knows and this version of eva cannot do: refused in one line, never ignored. */
export const notYet = [
  bad('a budget', configFile('budget: { max_calls: 100 }')),
  bad('a budget that is wrong as well', configFile('budget: { max_calls: many }')),
];
