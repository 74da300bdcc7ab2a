import type { Files } from '../../support/temp-library.js';
import { aCase, bad } from './fixture.js';

/** Returns a case with one behaviour on a scale from 1 to 3, to which lines are added. */
function aBehavior(...lines: readonly string[]): Files {
  return aCase(
    'sample_size: 20',
    'then:',
    '  - expected_behavior: It is kind.',
    '    judge: { scale: { min: 1, max: 3 } }',
    '    criteria: { median_gte: { threshold: 2 } }',
    ...lines.map((line) => `    ${line}`),
  );
}

/** Returns a case with a behaviour on the default scale. */
function behaviorFrom1To10(...lines: readonly string[]): Files {
  return aCase('sample_size: 20', 'then:', '  - expected_behavior: It is kind.', ...lines.map((line) => `    ${line}`));
}

const median = 'criteria: { median_gte: { threshold: 8 } }';

/** Mistakes in behaviours, their judges and their rubrics in eval.yml. */
export const behaviors = [
  bad('a behaviour and a metric in one item', behaviorFrom1To10('metric: per_turn.response_words', median)),
  bad('a threshold of the judge', behaviorFrom1To10('judge: { pass_threshold: 8 }', median)),
  bad(
    'a behaviour with too few trials',
    aCase('rubric: x', 'sample_size: 2', 'then:', '  - expected_behavior: It is kind.', `    ${median}`),
  ),
  bad('a rubric that lacks a level', aBehavior('rubric: { 1: rude, 3: kind }')),
  bad('a rubric that lacks all but one', behaviorFrom1To10('rubric: { 10: kind }', median)),
  bad('a rubric with a level off the scale', aBehavior('rubric: { 0: awful, 1: rude, 2: plain, 3: kind, 4: lovely }')),
  bad('a rubric with a fraction', aBehavior('rubric: { 1: rude, 1.5: hm, 2: plain, 3: kind }')),
  bad('a rubric with a level of invisible characters', aBehavior('rubric: { 1: rude, 2: "\\u200b\\u200b", 3: kind }')),
  bad('a rubric with a level that is nothing', aBehavior('rubric:', '  1: rude', '  2:', '  3: kind')),
  bad('a rubric with two levels alike', aBehavior('rubric: { 1: rude, 2: Is  KIND, 3: is kind }')),
  bad(
    'a rubric with a level of a thousand characters',
    aBehavior(`rubric: { 1: rude, 2: ${'x'.repeat(1000)}, 3: kind }`),
  ),
];

function frozen(...lines: readonly string[]): Files {
  return { ...aBehavior(), 'prompts/diff/rubrics.yml': `${lines.join('\n')}\n` };
}

const entry = ['  - behavior: It is kind.', '    scale: { min: 1, max: 3 }'];
const whole = [...entry, '    levels: { 1: rude, 2: plain, 3: kind }'];

/** Mistakes in rubrics.yml. */
export const frozenRubrics = [
  bad('an empty file', frozen()),
  bad('rubrics that are nothing', frozen('rubrics:')),
  bad('an entry that lacks levels', frozen('rubrics:', ...entry, '    levels: { 2: plain }')),
  bad(
    'an entry on the usual scale with three levels',
    frozen('rubrics:', '  - behavior: x', '    levels: { 1: a, 2: b, 3: c }'),
  ),
  bad(
    'an entry with a scale upside down',
    frozen('rubrics:', '  - behavior: x', '    scale: { min: 3, max: 1 }', '    levels: { 1: a }'),
  ),
  bad('a behaviour twice on one scale', frozen('rubrics:', ...whole, ...whole)),
];
