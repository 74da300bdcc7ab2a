import assert from 'node:assert/strict';
import { appendFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { bodyText } from '#model/prompt.js';
import { render } from '#model/text/quoted.js';
import { readLibrary, readPromptAndPlan } from '#run/prompt/read-prompt.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

const page = readFileSync('docs/guide/first-prompt.md', 'utf8');

type Answer = NonNullable<FakeMessagesOptions['answer']>;

/** Judges are content, the trigger judge turns down the queries that are `notFor` it, and the model answers by the text that it is sent. */
function standIn(reply: (prompt: string) => string, notFor: readonly string[] = []): Answer {
  return ({ tool_choice, messages }) => {
    const asked = String(messages.at(-1)?.content);
    if (tool_choice?.name === 'verdict') return { tool_input: { reason: 'as it should be', score: 5 } };
    if (!tool_choice) return reply(asked);
    const isFor = !notFor.some((query) => asked.includes(query));
    return { tool_input: { reason: 'by its description', decision: isFor ? 'YES' : 'NO' } };
  };
}

/** eva in a library, with a key and a stand-in for the model. */
async function openEva(t: TestContext, cwd: string, answer: Answer) {
  const server = await startFakeMessagesApi({ answer });
  t.after(() => server.close());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url };
  return async (...args: string[]) => {
    const output = await runEva(args, { cwd, env });
    assert.equal(output.exitCode, 0, `eva ${args.join(' ')}\n${output.stdout}${output.stderr}`);
    return output.stdout;
  };
}

/** Returns a block of the guide that begins with this text. */
function block(mark: string): string {
  const blocks = [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map((found) => found[1] ?? '');
  const found = blocks.find((text) => text.startsWith(mark));
  assert.ok(found, `the guide has a block that begins with ${mark}`);
  return found;
}

test('the commands of the guide, in their order, bring its prompt from draft to ready', async (t) => {
  const root = tempLibrary(t, {});
  const folder = join(root, 'prompts/greeting');
  const eva = await openEva(
    t,
    root,
    standIn(() => 'Good morning, Ada.'),
  );
  const meta = join(folder, 'meta.yml');
  const status = () => existsSync(meta) && /^status: (\w+)$/m.exec(readFileSync(meta, 'utf8'))?.[1];
  const states = [];
  for (const [, kind, text = ''] of page.matchAll(/```(sh|yaml)\n([\s\S]*?)```/g)) {
    if (kind === 'yaml' && text.startsWith(' ')) appendFileSync(join(folder, 'eval.yml'), text);
    for (const [, args = ''] of kind === 'sh' ? text.matchAll(/^npx eva ([^#\n]*)/gm) : []) {
      const words = args.trim().split(/ +/);
      await eva(...words);
      states.push(`${words[0]}: ${status() || 'no meta.yml'}`);
      if (words[0] !== 'new') continue;
      writeFileSync(join(folder, 'prompt.md'), block('Greet {{name}}'));
      writeFileSync(join(folder, 'eval.yml'), block('# prompts/greeting/eval.yml'));
    }
  }
  assert.deepEqual(states, [
    'init: no meta.yml',
    'new: no meta.yml',
    'doctor: no meta.yml',
    'eval: no meta.yml',
    'promote: tested',
    'plan: tested',
    'eval: tested',
    'promote: ready',
  ]);
});

/** A stand-in that answers what the recordings hold for each case. */
function recordedModel(id: string): Answer {
  const { prompt, cases } = readPromptAndPlan(readLibrary(process.cwd()), id);
  assert.ok(prompt);
  const lines = readFileSync(`prompts/${id}/recordings.jsonl`, 'utf8').trimEnd().split('\n');
  const replies = lines.map((line) => JSON.parse(line)).filter(({ role }) => role === 'subject');
  const texts = new Map<string, string>(replies.map((one) => [one.case, one.reply.text]));
  const known = new Map(
    cases.flatMap(({ name, subject }) =>
      subject.kind === 'prompt'
        ? [[render(bodyText(prompt.body), subject.inputs), texts.get(name) ?? ''] as const]
        : [],
    ),
  );
  const notFor = cases.flatMap(({ subject }) =>
    subject.kind === 'trigger' && !subject.should_match ? [subject.query] : [],
  );
  return standIn((asked) => known.get(asked) ?? 'no recorded reply', notFor);
}

for (const id of ['commit-message', 'sql-review']) {
  test(`${id} goes from draft to ready, and not by replies that a person wrote`, async (t) => {
    const root = tempLibrary(t, {});
    cpSync(`prompts/${id}`, join(root, 'prompts', id), { recursive: true });
    await runEva(['eval', id, '--replay'], { cwd: root });
    const refused = await runEva(['promote', id], { cwd: root });
    assert.equal(refused.exitCode, 1);
    assert.match(refused.stdout, /synthetic/);
    const eva = await openEva(t, root, recordedModel(id));
    await eva('eval', id);
    assert.match(await eva('promote', id), /is now tested/);
    await eva('promote', id, '--check');
    assert.match(await eva('promote', id), /is now ready/);
  });
}
