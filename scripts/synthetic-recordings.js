// Turns scripts/synthetic/<id>.yml, replies written by hand, into prompts/<id>/recordings.jsonl, where each is marked
// `synthetic`. Run it (`npm run synthetic`) after a change to a prompt of the example library.
// A case has `replies`, one a trial, or for many trials `in_turn`, which begins anew at its end, and `instead`: {trial: reply}.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openPrompt } from '../dist/cli/open-prompt.js';
import { routeOf } from '../dist/cli/replies.js';
import { listPromptIds } from '../dist/library/prompts.js';
import { replyKey } from '../dist/model/exchange.js';
import { run } from '../dist/run/run.js';
import { RecordingWriter } from '../dist/store/recordings.js';

const root = process.cwd();

for (const id of listPromptIds(root)) {
  const open = openPrompt(root, id);
  const written = parse(readFileSync(join('scripts', 'synthetic', `${id}.yml`), 'utf8'));
  rmSync(join(open.prompt.dir, 'recordings.jsonl'), { force: true });
  const recorder = new RecordingWriter(open.prompt.dir, 'synthetic');
  const result = await run(open.plan, {
    ask: async (call) => {
      const stored = storedReply(call, written);
      recorder.put(stored);
      return stored;
    },
    route: (model) => routeOf(model, open.config.providers),
    nonce: () => '0'.repeat(32),
    programEnv: {},
    promptDir: open.prompt.dir,
    signal: new AbortController().signal,
    abort: () => {},
    failFast: false,
    now: () => new Date(),
    elapsed: () => 0,
    runId: 'synthetic',
    evaVersion: 'synthetic',
    concurrency: 1,
    prices: {},
    emit: () => {},
  });
  const { written: count } = recorder.save();
  console.log(
    `${id}: ${count} replies; ${result.passed} of ${result.total} pass, failing: ${result.failed_cases.join(', ') || 'none'}`,
  );
}

function storedReply(call, written) {
  const reply = {
    ...replyTo(call, written),
    usage: { input_tokens: null, output_tokens: null },
    latency_s: 0,
    model: 'synthetic',
  };
  const { draw, role } = call;
  return {
    key: replyKey(call),
    case: call.case,
    role,
    draw,
    source: 'synthetic',
    ts: `${written.written}T00:00:00.000Z`,
    reply,
  };
}

function replyTo(call, written) {
  const { trial, vote } = call.draw;
  if (call.role === 'trigger') {
    const { decision, reason } = found(written.triggering?.[call.case], call);
    return { text: '', tool_input: { reason, decision }, stop: 'tool_call' };
  }
  const { replies, in_turn, instead, judge } = found(written.cases[call.case], call);
  if (call.role === 'subject') {
    const text = instead?.[trial] ?? (in_turn ? in_turn[trial % in_turn.length] : replies[trial]);
    return { text: found(text, call), stop: 'end' };
  }
  const votes = [judge[trial]].flat();
  const { reason, score } = found(votes[vote], call);
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}

function found(value, call) {
  if (value === undefined)
    throw new Error(`no hand-written reply for ${call.case}, ${call.role}, ${JSON.stringify(call.draw)}`);
  return value;
}
