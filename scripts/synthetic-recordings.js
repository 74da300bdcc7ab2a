// Turns scripts/synthetic/<id>.yml, replies written by hand, into prompts/<id>/recordings.jsonl, where each is marked
// `synthetic`. Run it (`npm run synthetic`) after a change to a prompt of the example library.
// A case has `replies`, one a trial, or for many trials `in_turn`, which begins anew at its end, and `instead`: {trial: reply}. Of a
// scenario these are whole conversations. A case with a data set has `of_items` (scripts/synthetic-items.js).
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openPrompt } from '../dist/engine/prompt/open-prompt.js';
import { listPromptIds } from '../dist/library/prompts.js';
import { replyKey } from '../dist/model/reply/exchange.js';
import { routeTo } from '../dist/provider/model-name.js';
import { run } from '../dist/run/run.js';
import { RecordingWriter } from '../dist/store/replies/recordings.js';
import { repliesToItems } from './synthetic-items.js';

const root = process.cwd();

for (const id of listPromptIds(root)) {
  const open = openPrompt(root, id);
  const written = parse(readFileSync(join('scripts', 'synthetic', `${id}.yml`), 'utf8'));
  for (const { name, dataset } of open.plan.cases.filter((one) => one.dataset)) {
    const own = written.cases[name];
    own.replyTo = repliesToItems(root, dataset, own.of_items);
  }
  rmSync(join(open.prompt.dir, 'recordings.jsonl'), { force: true });
  const recorder = new RecordingWriter(open.prompt.dir, 'synthetic');
  const result = await run(open.plan, {
    sampleOf: open.sampleOf,
    ask: async (call) => {
      const stored = storedReply(call, written, open.plan.cases);
      recorder.put(stored);
      return stored;
    },
    route: (model) => routeTo(model, open.config.providers),
    nonce: () => '0'.repeat(32),
    programEnv: {},
    appEnv: () => ({}),
    appIdentity: () => '',
    startedApps: new Set(),
    redact: (text) => text,
    promptDir: open.prompt.dir,
    signal: new AbortController().signal,
    stop: new AbortController().signal,
    abort: () => {},
    failFast: false,
    now: () => new Date(),
    elapsed: () => 0,
    runId: 'synthetic',
    evaVersion: 'synthetic',
    concurrency: 1,
    prices: {},
    repliesGiven: () => 0,
    emit: () => {},
  });
  const { written: count } = recorder.save();
  console.log(
    `${id}: ${count} replies; ${result.passed} of ${result.total} pass, failing: ${result.failed_cases.join(', ') || 'none'}`,
  );
}

function storedReply(call, written, cases) {
  const reply = {
    ...replyTo(call, written, cases),
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

function replyTo(call, written, cases) {
  const { trial, vote } = call.draw;
  const one = cases.find(({ name }) => name === call.case);
  if (one.subject.kind === 'conversation') return replyInConversation(call, written.cases[call.case], one);
  if (call.role === 'trigger') {
    const { decision, reason } = found(written.triggering?.[call.case], call);
    return { text: '', tool_input: { reason, decision }, stop: 'tool_call' };
  }
  const own = found(written.cases[call.case], call);
  const forItem = own.replyTo && found(own.replyTo(call), call);
  if (call.role === 'subject') return { text: forItem ?? found(ofTrial(own, trial), call), stop: 'end' };
  const { reason, score } = forItem ?? found([own.judge[trial]].flat()[vote], call);
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}

function ofTrial({ replies, in_turn, instead }, trial) {
  return instead?.[trial] ?? (in_turn ? in_turn[trial % in_turn.length] : replies[trial]);
}

function replyInConversation(call, written, { expectations }) {
  const { trial, turn } = call.draw;
  const { turns, ends, scores } = found(ofTrial(found(written, call), trial), call);
  if (call.role === 'subject') return { text: found(turns[turn], call)[1], stop: 'end' };
  if (call.role === 'user') {
    const next = turn < turns.length ? 'continue' : ends;
    return { text: '', tool_input: { message: turns[turn]?.[0] ?? '', next }, stop: 'tool_call' };
  }
  const behaviors = expectations.filter(({ grader }) => grader.grader === 'expected_behavior');
  const asked = behaviors.findIndex(({ grader }) => call.request.messages[0].content.includes(grader.params.text));
  const { reason, score } = found(scores[asked], call);
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}

function found(value, call) {
  if (value === undefined)
    throw new Error(`no hand-written reply for ${call.case}, ${call.role}, ${JSON.stringify(call.draw)}`);
  return value;
}
