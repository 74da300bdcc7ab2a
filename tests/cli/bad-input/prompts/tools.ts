import type { Files } from '../../../support/temp-library.js';
import { type BadInput, bad, evalFile } from '../fixture.js';

const search = '{ name: search, input_schema: { type: object } }';
const refund = '{ name: refund, input_schema: { type: object, required: [order] } }';

/** Returns a case with these tools of its model and these checks. */
function withTools(tools: readonly string[], ...checks: readonly string[]): Files {
  const own = tools.length > 0 ? [`  tools: [${tools.join(', ')}]`] : [];
  const lines = [
    'defaults:',
    '  model: claude-opus-4-7',
    ...own,
    'cases:',
    '  - name: happy',
    '    inputs: { code: "x = 1" }',
    '    assert:',
    ...checks.map((check) => `      - ${check}`),
  ];
  return evalFile(`${lines.join('\n')}\n`);
}

const check = (...checks: readonly string[]) => withTools([search, refund], ...checks);

/** Returns a case on a data set whose items have a tool, with this check. */
function onData(one: string): Files {
  const lines = [
    `defaults: { model: claude-opus-4-7, tools: [${search}, ${refund}] }`,
    'cases:',
    '  - name: happy',
    '    dataset: { file: data/tools.csv }',
    '    assert:',
    `      - ${one}`,
  ];
  const rows = ['code,tool,other', 'x = 1,refund,search', 'x = 2,refnd,search', 'x = 3,search,delete_account'];
  return { ...evalFile(`${lines.join('\n')}\n`), 'data/tools.csv': `${rows.join('\n')}\n` };
}

/** Returns a scenario with an application and these checks. */
function scenario(...checks: readonly string[]): Files {
  const lines = [
    'scenarios:',
    '  - title: late parcel',
    '    given: a customer',
    '    when: they ask',
    '    sample_size: 20',
    '    app: { command: [node, agent.js] }',
    '    user_simulator: { model: claude-opus-4-7 }',
    '    then:',
    '      - assert:',
    ...checks.map((one) => `          - ${one}`),
    '        criteria: { proportion_gte: { proportion: 0.5 } }',
  ];
  return evalFile(`${lines.join('\n')}\n`);
}

export const tools: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/tools': [
    bad('a misspelt tool', check('called: refnd')),
    bad('two misspelt tools in a list', check('not_called: [refnd, { tool: serch }]')),
    bad('a misspelt tool in an exact order', check('called_in_order: { tools: [serch, refund], exactly: true }')),
    bad('a misspelt tool in a data set', onData('not_called: { field: tool }')),
    bad('misspelt tools of a data set in a list', onData('called_in_order: [{ field: tool }, { field: other }]')),
    bad(
      'a misspelt tool of a data set in at_least',
      onData('at_least: { count: 1, of: [{ called: { tool: { text: "{{code}}" } } }, { contains: a }] }'),
    ),
    bad(
      'a number that is not exact',
      check('called: { tool: refund, arguments: { order: [1, 12345678901234567890] } }'),
    ),
    bad('exactly without arguments', check('called: { tool: refund, exactly: true }')),
    bad('times of 0', check('called: { tool: refund, times: 0 }')),
    bad('times with min above max', check('called: { tool: refund, times: { min: 3, max: 2 } }')),
    bad('a schema of arguments that is broken', check('called: { tool: refund, arguments_schema: { type: objekt } }')),
    bad('min_calls above max_calls', check('min_calls: 3', 'max_calls: 2')),
    bad('a metric of steps of a model', {
      ...evalFile(
        'defaults: { model: claude-opus-4-7 }\ncases:\n  - name: happy\n    inputs: { code: "x" }\n    sample_size: 20\n    then:\n      - metric: per_conversation.steps\n        criteria: { median_lt: { threshold: 3 } }\n',
      ),
    }),
    bad('a metric of calls of a model without tools', {
      ...evalFile(
        'defaults: { model: claude-opus-4-7 }\ncases:\n  - name: happy\n    inputs: { code: "x" }\n    sample_size: 20\n    then:\n      - metric: per_turn.tool_calls\n        criteria: { median_lt: { threshold: 3 } }\n',
      ),
    }),
    bad('valid_calls of an application', scenario('valid_calls: true')),
  ],
};
