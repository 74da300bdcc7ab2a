import { aCase, bad, beforeCases } from './fixture.js';

const judge = (text: string) => aCase('rubric: x', `judge: { ${text} }`);

export const judging = [
  bad('judge is a text', aCase('rubric: x', 'judge: claude-haiku-4-5')),
  bad('judge is a list', aCase('rubric: x', 'judge: [claude-haiku-4-5]')),
  bad('judge without a rubric', aCase('assert: [{ contains: a }]', 'judge: { pass_threshold: nine }')),
  bad('pass_threshold above the scale', judge('pass_threshold: 6')),
  bad('pass_threshold below the scale', judge('pass_threshold: 0')),
  bad('pass_threshold that every score meets', judge('pass_threshold: 1')),
  bad('pass_threshold as a word', judge('pass_threshold: high')),
  bad('pass_threshold with a fraction', judge('pass_threshold: 3.5')),
  bad('pass_threshold in quotes', judge('pass_threshold: "4"')),
  bad('pass_threshold of the default above the scale of the case', {
    ...aCase('rubric: x', 'judge: { scale: { min: 1, max: 3 } }'),
  }),
  bad('the scale is a list', judge('scale: [1, 5]')),
  bad('the scale is a text', judge('scale: 1-5')),
  bad('the scale runs backwards', judge('scale: { min: 5, max: 1 }')),
  bad('the scale has one value', judge('scale: { min: 3, max: 3 }')),
  bad('the scale has no maximum', judge('scale: { min: 1 }')),
  bad('the scale has fractions', judge('scale: { min: 0.5, max: 5 }')),
  bad('votes of 0', judge('votes: 0')),
  bad('votes even', judge('votes: 2')),
  bad('votes with a fraction', judge('votes: 1.5')),
  bad('votes as a word', judge('votes: three')),
  bad('votes of a million', judge('votes: 1000001')),
  bad('the model of the judge is a number', judge('model: 4')),
  bad('the model of the judge is no name', judge('model: haiku')),
  bad(
    'the model of the judge in the defaults is no name',
    beforeCases('defaults:', '  model: claude-opus-4-7', '  judge: { model: "" }'),
  ),
  bad('temperature of the judge above 2', judge('temperature: 3')),
  bad('timeout_s of the judge below 0', judge('timeout_s: -1')),
];
