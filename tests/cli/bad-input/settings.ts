import { aCase, bad } from './fixture.js';

const setting = (line: string) => aCase('rubric: x', line);

export const settings = [
  bad('timeout_s null', setting('timeout_s: ~')),
  bad('temperature with a comma', setting('temperature: 0,7')),
  bad('significance_level with a per cent sign', setting('significance_level: 5%')),
];
