import { aCheck, type BadInput, bad } from '../fixture.js';

const forms = [
  bad('equals_any of white space', aCheck('equals_any: ["yes", "  "]')),
  bad('matches_any with a broken pattern', aCheck("matches_any: ['a', '(']")),
  bad('not_json_schema of a broken schema', aCheck('not_json_schema: { type: objekt }')),
  bad('not_json_value without a value', aCheck('not_json_value: { at: /a }')),
  bad('about alone', aCheck('about: names the branch')),
];

const values = [
  bad('a check that is gone', aCheck('contains_json: true')),
  bad('number a number', aCheck('number: 42')),
  bad('number of nothing', aCheck('number: {}')),
  bad('number with an unknown key', aCheck('number: { min: 3 }')),
  bad('number with a text', aCheck('number: { gte: "3" }')),
  bad('number in an empty range', aCheck('number: { gt: 10, lt: 5 }')),
  bad('number with within alone', aCheck('number: { gte: 3, within: 1 }')),
  bad('max_latency_s of 0', aCheck('max_latency_s: 0')),
  bad('max_latency_s with a unit', aCheck('max_latency_s: 2s')),
  bad('max_cost_usd without a price', aCheck('max_cost_usd: 0.01'), ['eval', 'diff', '--model', 'claude-unlisted']),
  bad('similar without an embedding model', aCheck('similar: { to: "It is late.", min: 0.8 }')),
  bad('similar with an embedding model of a provider without embeddings', {
    'eva.yml': 'defaults: { embedding_model: claude-opus-4-7 }\n',
    ...aCheck('similar: { to: "It is late.", min: 0.8 }'),
  }),
  bad('similar of a text', aCheck('similar: It is late.')),
  bad('similar above 1', aCheck('similar: { to: late, min: 80 }')),
];

const lists = [
  bad('at_least of a number', aCheck('at_least: 2')),
  bad('at_least without count', aCheck('at_least: { of: [{ contains: a }] }')),
  bad('at_least more than there are', aCheck('at_least: { count: 3, of: [{ contains: a }, { contains: b }] }')),
  bad('at_least 0', aCheck('at_least: { count: 0, of: [{ contains: a }] }')),
  bad(
    'at_least inside at_least',
    aCheck('at_least: { count: 1, of: [{ at_least: { count: 1, of: [{ contains: a }] } }] }'),
  ),
  bad('a wrong value inside at_least', aCheck('at_least: { count: 1, of: [{ contains: "" }, { max_chars: "3" }] }')),
  bad('a broken pattern inside at_least', aCheck("at_least: { count: 1, of: [{ contains: a }, { matches: '(' }] }")),
  bad('two checks in one item of at_least', aCheck('at_least: { count: 1, of: [{ contains: a, max_chars: 3 }] }')),
];

/** Mistakes in forms of checks, in their values, and in lists of checks. */
export const checks: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/check-forms': forms,
  'prompts/new-checks': values,
  'prompts/at-least': lists,
};
