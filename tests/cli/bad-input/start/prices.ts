import { type BadInput, bad, configFile, evalFile } from '../fixture.js';

/** A case of a model, with a rubric that asks a judge. */
function judged(model: string, judge?: string) {
  const named = judge === undefined ? '' : `, judge: { model: "${judge}" }`;
  return evalFile(
    `defaults: { model: "${model}"${named} }\ncases:\n  - { name: happy, inputs: { code: x }, rubric: Is it small? }\n`,
  );
}

const plain = (model: string) =>
  evalFile(
    `defaults: { model: "${model}" }\ncases:\n  - { name: happy, inputs: { code: x }, assert: [contains: x] }\n`,
  );

const evaluated = ['eval', 'diff'];
const limited = ['eval', 'diff', '--max-cost', '1'];
const keyless = (mistake: string, files: BadInput['files'], env: BadInput['env'] = {}, argv = evaluated): BadInput => ({
  ...bad(mistake, files, argv),
  env,
  exitCode: 3,
});
const openaiKey = { OPENAI_API_KEY: 'sk-of-nobody' };
const anthropicKey = { ANTHROPIC_API_KEY: 'sk-of-nobody' };

/** Missing keys, and models without a price. */
export const missingKeysAndPrices: readonly BadInput[] = [
  keyless('no key at all, model and judge of Anthropic', judged('claude-opus-4-7')),
  keyless('no key at all, model of OpenAI, default judge', judged('openai:gpt-6-luna')),
  keyless(
    'a key of OpenAI alone, a judge of Anthropic in eval.yml',
    judged('openai:gpt-6-luna', 'claude-haiku-5-5'),
    openaiKey,
  ),
  keyless('a key of Anthropic alone, judge of OpenAI', judged('claude-opus-4-7', 'openai:gpt-6-luna'), anthropicKey),
  keyless('no key at all, model and judge of OpenAI', judged('openai:gpt-6.2-sol', 'openai:gpt-6-luna')),
  keyless(
    'an entry with a key of its own',
    {
      ...judged('team:gpt-6-luna', 'team:gpt-6-luna'),
      ...configFile('providers: { team: { type: openai, api_key_env: TEAM_KEY } }'),
    },
    {},
    [...evaluated, '--trust'],
  ),
  keyless('an empty key', plain('claude-opus-4-7'), { ANTHROPIC_API_KEY: ' ' }),
  keyless('a .env file that eva does not read', {
    ...plain('claude-opus-4-7'),
    '.env': 'ANTHROPIC_API_KEY=sk-secret\n',
  }),
  keyless(
    'no key for the default user of a scenario',
    evalFile(
      'defaults: { model: openai:gpt-6-luna }\nscenarios:\n  - title: asks\n    given: A developer.\n    when: They ask.\n    inputs: { code: x }\n    sample_size: 20\n    then: [{ metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } }]\n',
    ),
    openaiKey,
  ),
  bad('a limit on the cost of a model that eva does not know', plain('openai:gpt-99'), limited),
  bad('a limit on the cost of an alias that moves', plain('openai:chat-latest'), limited),
  bad(
    'a limit on the cost of a model of another server',
    {
      ...plain('local:gpt-6-luna'),
      ...configFile('providers: { local: { type: openai, base_url: "http://localhost:1/v1" } }'),
    },
    limited,
  ),
  {
    ...bad('a limit on the cost behind a gateway', plain('claude-opus-4-7'), limited),
    env: { ANTHROPIC_BASE_URL: 'http://localhost:1' },
  },
  {
    ...bad(
      'a limit on the cost of two models behind a gateway, beside other prices',
      {
        ...judged('openai:gpt-6.2-sol', 'openai:gpt-99'),
        ...configFile('prices: { other: { input: 3, output: 4 } }'),
      },
      limited,
    ),
    env: { OPENAI_BASE_URL: 'http://localhost:1/v1' },
  },
  bad('a limit on the cost of a fine-tuned model', plain('openai:ft:gpt-4.1-mini:us'), limited),
];
