import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest, related } from '#model/text/nearest.js';

const misspelt = [
  ['temprature', 'temperature'],
  ['asert', 'assert'],
  ['contian', 'contain'],
  ['modle', 'model'],
  ['cod', 'code'],
  ['rubrik', 'rubric'],
  ['sample-size', 'sample_size'],
  ['sampleSize', 'sample_size'],
  ['smaple_szie', 'sample_size'],
  ['--relpay', '--replay'],
  ['responce_latancy', 'response_latency'],
] as const;

for (const [written, meant] of misspelt) {
  test(`${written} is a misspelling of ${meant}`, () => assert.equal(nearest(written, ['other', meant]), meant));
}

const different = [
  ['--watch', '--batch'],
  ['watch', 'batch'],
  ['test', 'trust'],
  ['then', 'when'],
  ['matches', 'batches'],
  ['list', 'last'],
  ['min_chars', 'max_chars'],
  ['summary-v1', 'summary-v2'],
  ['case-1', 'case-10'],
  ['cost', 'case'],
  ['refund', 'remind'],
] as const;

for (const [written, known] of different) {
  test(`${written} and ${known} are different words`, () => assert.equal(nearest(written, [known]), undefined));
}

test('two equally near words give no suggestion', () => {
  assert.equal(nearest('medain_g', ['median_gt', 'median_ge']), undefined);
});

test('swapped letters are a likelier mistake than an extra letter', () => {
  assert.equal(nearest('proportion_get', ['proportion_gt', 'proportion_gte']), 'proportion_gte');
});

test('a name from another tool is mapped to the same thing in eva', () => {
  assert.equal(related('tests', ['defaults', 'cases']), 'cases');
  assert.equal(related('tests', ['defaults']), undefined);
});

test('a name with all the words of another is related to it', () => {
  assert.equal(related('minimum', ['min', 'max']), 'min');
  assert.equal(related('url', ['base_url', 'type']), 'base_url');
  assert.equal(related('assertions', ['assert', 'rubric']), 'assert');
});

test('names with common letters but no common word are not related', () => {
  assert.equal(related('son', ['is_json']), undefined);
  assert.equal(related('put', ['inputs']), undefined);
});

test('an opposite is not related', () => {
  assert.equal(related('match', ['should_match', 'should_not_match']), 'should_match');
  assert.equal(related('contains', ['not_contains']), undefined);
});

test('several related names give no suggestion', () => {
  assert.equal(related('median', ['median_gt', 'median_lt']), undefined);
});

test('a word of more than 100 characters is compared with no other', () => {
  const [word, long] = ['ab'.repeat(50), 'ab'.repeat(60)];
  assert.equal(nearest(`${word.slice(0, -1)}x`, [word]), word);
  assert.equal(nearest(`${long.slice(0, -1)}x`, [long]), undefined);
  assert.equal(nearest(word, [`${word}b`]), undefined);
});
