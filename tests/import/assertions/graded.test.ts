import assert from 'node:assert/strict';
import test from 'node:test';
import type { JsonObject } from '#model/data/json.js';
import { importAsserts } from './import-asserts.js';

const context = { vars: { context: 'Oslo is in Norway.', query: 'Where is Oslo?' } };

test('llm-rubric keeps its text, and a threshold becomes a score from 1 to 5', () => {
  const rubricOf = (threshold?: number) =>
    importAsserts([{ type: 'llm-rubric', value: 'is polite', ...(threshold !== undefined && { threshold }) }]).rubric;
  assert.deepEqual(rubricOf(), ['is polite']);
  assert.deepEqual(rubricOf(0), ['is polite']);
  assert.deepEqual(rubricOf(0.75), ['is polite'], 'the score of eva is 4');
  assert.deepEqual(rubricOf(0.8), [{ text: 'is polite', judge: { pass_threshold: 5 } }]);
  assert.deepEqual(rubricOf(0.5), [{ text: 'is polite', judge: { pass_threshold: 3 } }]);
  assert.deepEqual(rubricOf(1), [{ text: 'is polite', judge: { pass_threshold: 5 } }]);
});

test('a threshold on another scale is replaced by that of eva', () => {
  const { rubric, findings } = importAsserts([{ type: 'llm-rubric', value: 'is polite', threshold: 7 }]);
  assert.deepEqual(rubric, ['is polite']);
  assert.deepEqual(findings, [
    'replaced :1 llm-rubric: its threshold is not between 0 and 1, so the rubric has the threshold of eva',
  ]);
});

test('variables, data and files become the text of a rubric, and metric its name', () => {
  const given = { vars: { tone: 'kind' }, files: { 'r.txt': 'is short\n' } };
  const { rubric } = importAsserts(
    [
      { type: 'llm-rubric', value: 'is {{tone}}', metric: 'tone' },
      { type: 'llm-rubric', value: { must: ['greet'] } },
      { type: 'llm-rubric', value: 'file://r.txt' },
    ],
    given,
  );
  assert.deepEqual(rubric, [{ about: 'tone', text: 'is kind' }, '{"must":["greet"]}', 'is short']);
});

test('a text with braces has no name, since eva would fill the braces in', () => {
  const given = { vars: { text: 'say {{name}}' } };
  const named = importAsserts([{ type: 'llm-rubric', value: '{{text}}', metric: 'm' }], given);
  assert.deepEqual(named.rubric, ['say {{name}}']);
  const judged = importAsserts([{ type: 'llm-rubric', value: '{{text}}', threshold: 1 }], given);
  assert.deepEqual(judged.rubric, []);
  assert.match(judged.findings[0] ?? '', /^left_out :1 llm-rubric: its text has braces/);
});

test('the judge of an assertion is that of its rubric, and that of a test is that of the case', () => {
  const { rubric, judge, entries, findings } = importAsserts(
    [
      { type: 'llm-rubric', value: 'is polite', provider: 'near:a' },
      { type: 'llm-rubric', value: 'is short', provider: 'far:b' },
    ],
    { options: { provider: { text: 'near:c', embedding: 'far:d' } } },
  );
  assert.deepEqual(rubric, [{ text: 'is polite', judge: { model: 'near:a' } }, 'is short']);
  assert.deepEqual(judge, { model: 'near:c' });
  assert.equal(entries.length, 2);
  assert.deepEqual(findings, ['left_out :2 provider: the judge cannot be reached: eva does not know its API']);
});

test('a case that no judge sees has no judge', () => {
  const options = { provider: 'near:c' };
  assert.equal(importAsserts([{ type: 'contains', value: 'x' }], { options }).judge, undefined);
  assert.deepEqual(importAsserts([{ type: 'is-refusal' }], { options }).judge, { model: 'near:c' });
  const set = {
    type: 'assert-set',
    threshold: 0.5,
    assert: [{ type: 'is-refusal' }, { type: 'contains', value: 'x' }],
  };
  assert.deepEqual(importAsserts([set], { options }).judge, { model: 'near:c' });
});

test('g-eval is one rubric for each criterion', () => {
  const one = importAsserts([{ type: 'g-eval', value: 'is coherent' }]);
  assert.deepEqual([one.rubric, one.findings], [['is coherent'], []]);
  const two = importAsserts([{ type: 'g-eval', value: ['is coherent', 'is short'], threshold: 0.9 }]);
  assert.deepEqual(
    two.rubric.map((item) => (item as { text: string }).text),
    ['is coherent', 'is short'],
  );
  assert.match(two.findings[0] ?? '', /^replaced :1 g-eval: promptfoo takes the mean/);
});

test('closed questions and goals say what earns the best score', () => {
  const { rubric } = importAsserts([
    { type: 'model-graded-closedqa', value: 'names a city' },
    { type: 'trajectory:goal-success', value: { goal: 'refund order 7' } },
  ]);
  assert.deepEqual(rubric, [
    'A response that meets this criterion earns the best score, one that does not earns the worst.\nThe criterion: names a city',
    'With its tool calls and its response, the application reaches the goal. A response that only says so does not reach it.\nThe goal: refund order 7',
  ]);
});

test('factuality compares with the reference, and one that is not for all rubrics is part of its rubric', () => {
  const { rubric, reference, findings } = importAsserts([
    { type: 'factuality', value: 'Oslo is in Norway.' },
    { type: 'model-graded-factuality', value: 'Oslo has trams.' },
  ]);
  const words = (source: string) =>
    `The facts in the response agree with ${source}. It may say more or less, and say it in other words. A response that contradicts it in any fact earns the worst score.`;
  const inText = (text: string) => `${words('the text below')}\nThe text: ${text}`;
  assert.equal(reference, undefined);
  assert.deepEqual(rubric, [inText('Oslo is in Norway.'), inText('Oslo has trams.')]);
  assert.deepEqual(findings, []);
  const alone = importAsserts([{ type: 'factuality', value: 'Oslo has trams.' }]);
  assert.deepEqual([alone.reference, alone.rubric], ['Oslo has trams.', [words('the reference')]]);
  const beside = importAsserts([
    { type: 'llm-rubric', value: 'is French' },
    { type: 'factuality', value: 'Oslo has trams.' },
  ]);
  assert.deepEqual([beside.reference, beside.rubric], [undefined, ['is French', inText('Oslo has trams.')]]);
});

test('a rubric on a context that code makes is left out', () => {
  for (const type of ['context-recall', 'context-faithfulness']) {
    const { rubric, findings } = importAsserts([{ type, value: 'Norway', contextTransform: 'output.context' }]);
    assert.deepEqual(rubric, []);
    assert.deepEqual(findings, [`left_out :1 ${type}: its context comes from code, which eva does not execute`]);
  }
});

test('rubrics on the context have it as reference and are listed as replaced', () => {
  const { rubric, reference, findings } = importAsserts(
    [
      { type: 'context-faithfulness', threshold: 0.9 },
      { type: 'context-relevance' },
      { type: 'context-recall', value: 'Norway' },
    ],
    context,
  );
  assert.equal(reference, 'Oslo is in Norway.');
  assert.deepEqual(rubric, [
    { text: 'Everything that the response claims follows from the reference.', judge: { pass_threshold: 5 } },
    'Grade the reference, and not the response: all of it helps to answer the question.\nThe question: Where is Oslo?',
    'Grade the reference, and not the response: it has all facts that the expected answer needs.\nThe expected answer: Norway',
  ]);
  assert.equal(findings.length, 3);
  assert.match(findings[0] ?? '', /^replaced :1 context-faithfulness: promptfoo computes a score in several steps/);
});

test('a context of several texts is one reference, and no context leaves the assertion out', () => {
  const several = importAsserts([{ type: 'context-faithfulness' }], { vars: { context: ['a', 'b'] } });
  assert.equal(several.reference, 'a\n\nb');
  const none = importAsserts([{ type: 'context-faithfulness' }]);
  assert.deepEqual(none.findings, ['left_out :1 context-faithfulness: the test has no variable `context`']);
  const computed = importAsserts([{ type: 'context-faithfulness', contextTransform: 'output.context' }], context);
  assert.match(computed.findings[0] ?? '', /^left_out :1 context-faithfulness: its context comes from code/);
});

test('relevance is judged at once', () => {
  const { rubric, findings } = importAsserts([
    { type: 'answer-relevance', threshold: 0.9 },
    { type: 'conversation-relevance' },
  ]);
  assert.deepEqual(rubric, [
    'The response answers what was asked, and nothing in it is beside the question.',
    {
      text: 'The response belongs to the conversation: it is about what was said before.',
      judge: { pass_threshold: 3 },
    },
  ]);
  assert.equal(findings.length, 2);
});

test('a rubric that must not be met is left out', () => {
  assert.deepEqual(importAsserts([{ type: 'not-llm-rubric', value: 'is rude' }]).findings, [
    'left_out :1 not-llm-rubric: eva has no rubric that must not be met',
  ]);
});

test('scores for kinds of agreement are noted where the same answers pass', () => {
  const effectOf = (factuality: JsonObject) =>
    importAsserts([{ type: 'factuality', value: 'It is red.' }], { options: { factuality } }).findings;
  const same = ['noted :50 factuality: with these scores the same answers pass'];
  assert.deepEqual(effectOf({ subset: 1, superset: 0.8, agree: 1, disagree: 0, differButFactual: 0.7 }), same);
  assert.deepEqual(effectOf({ subset: '0.5' }), same);
  const other = ['left_out :50 factuality: eva has no scores for kinds of agreement'];
  for (const scores of [{ disagree: 0.1 }, { subset: 0 }, { agree: 'high' }]) assert.deepEqual(effectOf(scores), other);
});

test('prompts and scores of the judge are left out', () => {
  const options = { rubricPrompt: 'Grade {{output}}', factuality: { superset: 0 } };
  const { findings } = importAsserts([{ type: 'llm-rubric', value: 'is polite', rubricPrompt: 'Own' }], { options });
  assert.deepEqual(findings, [
    'left_out :1 rubricPrompt: the judge of eva has its own prompt',
    'left_out :50 rubricPrompt: the judge of eva has its own prompt',
    'left_out :50 factuality: eva has no scores for kinds of agreement',
  ]);
});
