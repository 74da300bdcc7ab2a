import { aCase, bad, beforeCases } from './fixture.js';

const setting = (line: string) => aCase('rubric: x', line);
const inDefaults = (line: string) => beforeCases('defaults:', '  model: claude-opus-4-7', `  ${line}`);

export const settings = [
  bad('timeout_s of 0', setting('timeout_s: 0')),
  bad('timeout_s below 0', setting('timeout_s: -5')),
  bad('timeout_s in quotes', setting('timeout_s: "60"')),
  bad('timeout_s with a unit', setting('timeout_s: 60s')),
  bad('timeout_s of a year', setting('timeout_s: 31536000')),
  bad('timeout_s null', setting('timeout_s: ~')),
  bad('timeout_s infinite in the defaults', inDefaults('timeout_s: .inf')),
  bad('max_tokens of 0', setting('max_tokens: 0')),
  bad('max_tokens with a fraction', setting('max_tokens: 0.5')),
  bad('max_tokens below 0 in the defaults', inDefaults('max_tokens: -4096')),
  bad('max_tokens of a billion', setting('max_tokens: 1000000000')),
  bad('temperature below 0', setting('temperature: -0.1')),
  bad('temperature above 2', setting('temperature: 2.1')),
  bad('temperature as a word', inDefaults('temperature: hot')),
  bad('temperature with a comma', setting('temperature: 0,7')),
  bad('sample_size of 0', setting('sample_size: 0')),
  bad('sample_size below 0', setting('sample_size: -1')),
  bad('sample_size with a fraction', setting('sample_size: 2.5')),
  bad('sample_size of a billion', setting('sample_size: 1000000000')),
  bad('sample_size as a word', inDefaults('sample_size: many')),
  bad('sample_size as a list', setting('sample_size: [10]')),
  bad('significance_level of 0', setting('significance_level: 0')),
  bad('significance_level of 1', setting('significance_level: 1')),
  bad('significance_level in per cent', setting('significance_level: 5')),
  bad('significance_level with a per cent sign', setting('significance_level: 5%')),
  bad('significance_level below 0 in the defaults', inDefaults('significance_level: -0.05')),
  bad('stop_early as a word', setting('stop_early: sometimes')),
  bad('stop_early as a number', setting('stop_early: 1')),
  bad('seed with a fraction', setting('seed: 1.5')),
  bad('seed as a word', setting('seed: random')),
  bad(
    'five settings wrong at once',
    setting('timeout_s: 0\n    max_tokens: x\n    temperature: 9\n    sample_size: 0\n    seed: y'),
  ),
];
