import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { bodyText } from '#model/prompt.js';
import { render } from '#model/text/quoted.js';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { sentinelKey } from '../support/secrets.js';
import { tempLibrary } from '../support/temp-library.js';

type Answer = NonNullable<FakeMessagesOptions['answer']>;

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

/** A stand-in that answers what the recordings hold for each case. Judges are content, and the trigger judge decides each query as it should. */
function recordedModel(id: string): Answer {
  const { prompt, cases } = readPrompt(readLibrary(process.cwd()), id);
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
  return ({ tool_choice, messages }) => {
    const asked = String(messages.at(-1)?.content);
    if (tool_choice?.name === 'verdict') return { tool_input: { reason: 'as it should be', score: 5 } };
    if (!tool_choice) return known.get(asked) ?? 'no recorded reply';
    const isFor = !notFor.some((query) => asked.includes(query));
    return { tool_input: { reason: 'by its description', decision: isFor ? 'YES' : 'NO' } };
  };
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
