import { aCheck, type BadInput, bad } from '../fixture.js';

const forms = [
  bad('equals_any of white space', aCheck('equals_any: ["yes", "  "]')),
  bad('matches_any with a broken pattern', aCheck("matches_any: ['a', '(']")),
  bad('not_json_schema of a broken schema', aCheck('not_json_schema: { type: objekt }')),
  bad('about alone', aCheck('about: names the branch')),
];

const values = [
  bad('number in an empty range', aCheck('number: { gt: 10, lt: 5 }')),
  bad('number with within alone', aCheck('number: { gte: 3, within: 1 }')),
  bad('max_cost_usd without a price', aCheck('max_cost_usd: 0.01'), ['eval', 'diff', '--model', 'claude-unlisted']),
  bad('similar without an embedding model', aCheck('similar: { to: "It is late.", min: 0.8 }')),
  bad('similar with an embedding model of a provider without embeddings', {
    'eva.yml': 'defaults: { embedding_model: claude-opus-4-7 }\n',
    ...aCheck('similar: { to: "It is late.", min: 0.8 }'),
  }),
];

const lists = [
  bad('at_least more than there are', aCheck('at_least: { count: 3, of: [{ contains: a }, { contains: b }] }')),
  bad(
    'at_least inside at_least',
    aCheck('at_least: { count: 1, of: [{ at_least: { count: 1, of: [{ contains: a }] } }] }'),
  ),
  bad('a broken pattern inside at_least', aCheck("at_least: { count: 1, of: [{ contains: a }, { matches: '(' }] }")),
  bad('two checks in one item of at_least', aCheck('at_least: { count: 1, of: [{ contains: a, max_chars: 3 }] }')),
];

/** Mistakes in forms of checks, in their values, and in lists of checks. */
export const checks: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/check-forms': forms,
  'prompts/new-checks': values,
  'prompts/at-least': lists,
};
