// Uses the public entries of the library, and prints what comes out, in sections that begin with `# `.
import * as entry from 'eva-harness';
import * as matchers from 'eva-harness/matchers';

const { assertions, BehavioralExpectation, CheckExpectation, MetricExpectation, ScenarioTest, SigmaEval } = entry;

function section(name, value) {
  console.log(`# ${name}\n${typeof value === 'string' ? value : JSON.stringify(value, null, 1)}`);
}

/** Runs a section; an error that is thrown is its value. */
async function attempt(name, work) {
  try {
    section(name, await work());
  } catch (error) {
    section(
      name,
      `${error.name} ${error.code ?? ''}\n${error.message}\n${JSON.stringify(error.problems ?? null, null, 1)}`,
    );
  }
}

const kindsOf = (value) => Object.entries(value).map(([name, member]) => `${name}: ${typeof member}`);
section('exports', kindsOf(entry).sort());
section('exports of matchers', kindsOf(matchers).sort());
const { metrics, criteria } = entry;
for (const [name, members] of Object.entries({ assertions, metrics }))
  section(
    `members of ${name}`,
    Object.entries(members).flatMap(([key, value]) => [key, ...Object.keys(value).map((inner) => `${key}.${inner}`)]),
  );
section(
  'criteria',
  criteria.map(({ name }) => name),
);

const people = () =>
  entry.scriptedProvider(({ tool, messages }) => {
    const text = messages.map(({ content }) => content).join('\n');
    if (tool?.name === 'next_message') {
      if (text.includes('on its way')) return { message: '', next: 'goal_met' };
      return { message: text.includes('order number?') ? 'It is A-17.' : 'Where is my parcel?', next: 'continue' };
    }
    if (tool?.name === 'verdict')
      return { reason: 'Every answer is to the point.', score: text.length % 5 === 0 ? 5 : 9 };
    if (tool?.name === 'rubric')
      return Object.fromEntries(
        Array.from({ length: 10 }, (_, at) => [`level_${at + 1}`, `is good ${at + 1} times in 10`]),
      );
    return text.includes('A-17') ? 'Your parcel is on its way.' : 'What is your order number?';
  });

const parcel = (more = {}) => ({
  title: 'Says where a parcel is',
  given: 'You ordered a lamp, order number A-17, and it has not come.',
  when: 'You ask where it is.',
  sample_size: 30,
  then: [
    BehavioralExpectation({
      about: 'Helpfulness',
      expected_behavior: 'The bot says where the parcel is.',
      criteria: assertions.scores.proportion_gte({ min_score: 6, proportion: 0.9 }),
    }),
    MetricExpectation({
      metric: metrics.per_conversation.turn_count,
      criteria: [assertions.metrics.mean_lt({ threshold: 4 }), assertions.metrics.median_lte({ threshold: 3 })],
    }),
    CheckExpectation({
      assert: [{ not_contains: 'I do not know' }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.9 }),
    }),
  ],
  ...more,
});

const app = async (messages) =>
  (messages.at(-1)?.content ?? '').includes('A-17') ? 'Your parcel is on its way.' : 'What is your order number?';
const sigma = () => new SigmaEval({ judge_model: 'stand-in', significance_level: 0.05, provider: people() });

await attempt('a scenario', async () => {
  const result = await sigma().evaluate(ScenarioTest(parcel()), app);
  return `${result}\n${JSON.stringify(result.details, null, 1)}`;
});
await attempt('a scenario that fails', async () => {
  const result = await sigma().evaluate(ScenarioTest(parcel()), () => 'I do not know');
  result.assertPassed();
});
for (const [name, more] of Object.entries({
  'an unknown key': { titel: 'x' },
  'no expectation': { then: [] },
  'a sample size of none': { sample_size: 0 },
}))
  await attempt(`a mistake: ${name}`, () => ScenarioTest(parcel(more)));
await attempt('a mistake: too few trials', () => sigma().evaluate(ScenarioTest(parcel({ sample_size: 3 })), app));
for (const id of ['commit-message', 'ticket-class', 'password-reset', 'nothing'])
  await attempt(`the prompt ${id}`, async () => {
    const result = await entry.evaluatePrompt(id, { replay: true, env: {} });
    return `${result}\n${JSON.stringify(result, null, 1)}`;
  });
