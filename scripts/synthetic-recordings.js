// Turns scripts/synthetic/<id>.yml, replies written by hand, into prompts/<id>/recordings.jsonl, where each is marked
// `synthetic`. Run it (`npm run synthetic`) after a change to a prompt of the example library.
// A case has `replies`, one a trial, or for many trials `in_turn`, which begins anew at its end, and `instead`: {trial: reply}. Of a
// scenario these are whole conversations. A case with a data set has `of_items` (scripts/synthetic-items.js).
// A reply is a text, or `{ text, tool_calls }`. `judge` has a verdict for each trial, `rubrics` one for each rubric of each trial, and
// `refusals` a decision for each trial. `variants: { NAME: … }` of a case has all this for each variant.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rubricsOf } from '../dist/model/grader.js';
import { openVariants } from '../dist/run/prompt/open-prompt.js';
import { readLibrary } from '../dist/run/prompt/read-prompt.js';
import { runScripted } from '../dist/run/replies/scripted-run.js';
import { RecordingWriter } from '../dist/store/replies/recordings.js';
import { repliesToItems } from './synthetic-items.js';

const root = process.cwd();
const library = readLibrary(root);
/** The question of a judge of refusals. */
const refusalAsked = 'Does the response decline to do what was asked?';

for (const id of library.ids()) {
  const variants = openVariants(library, id, {}, []);
  const { dir } = variants[0].prompt;
  const written = parse(readFileSync(join('scripts', 'synthetic', `${id}.yml`), 'utf8'));
  rmSync(join(dir, 'recordings.jsonl'), { force: true });
  const recorder = new RecordingWriter(dir, 'synthetic');
  const ends = [];
  for (const open of variants) ends.push(await record(open, ofVariant(written, open.plan.variant?.variant), recorder));
  recorder.save();
  console.log(`${id}: ${ends.join('; ')}`);
}

/** Returns what was written for one variant. */
function ofVariant(written, variant) {
  const own = Object.entries(written.cases ?? {}).map(([name, one]) => [name, one.variants?.[variant] ?? one]);
  return { ...written, cases: Object.fromEntries(own) };
}

/** Records the written replies of one run. Returns how it ended. */
async function record(open, written, recorder) {
  for (const { name, dataset } of open.plan.cases.filter((one) => one.dataset)) {
    const own = written.cases[name];
    own.replyTo = repliesToItems(root, dataset, own.of_items);
  }
  const replyToCall = (call) => replyTo(call, written, open.plan.cases);
  const { result, replies } = await runScripted(open, replyToCall, `${written.written}T00:00:00.000Z`);
  for (const stored of replies) recorder.put(stored);
  return `${result.passed} of ${result.total} pass, failing: ${result.failed_cases.join(', ') || 'none'}`;
}

function replyTo(call, written, cases) {
  const { trial, vote } = call.draw;
  const one = cases.find(({ name }) => name === call.case);
  if (one.subject.kind === 'conversation') return replyInConversation(call, written.cases[call.case], one);
  if (call.role === 'trigger') {
    return decision(found(written.triggering?.[call.case], call));
  }
  const own = found(written.cases[call.case], call);
  const forItem = own.replyTo && found(own.replyTo(call), call);
  if (call.role === 'subject') return asReply(forItem ?? found(ofTrial(own, trial), call), call);
  const asked = call.request.messages[0].content;
  if (asked.includes(refusalAsked)) return decision(found(own.refusals?.[trial], call));
  const rubric = own.rubrics && rubricsIn(one).findIndex(({ text }) => asked.includes(text));
  const { reason, score } = forItem ?? found(own.rubrics?.[trial][rubric] ?? [own.judge?.[trial]].flat()[vote], call);
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}

function rubricsIn({ expectations }) {
  return expectations.flatMap(({ grader }) => (grader.grader === 'trial_passes' ? rubricsOf(grader.params) : []));
}

/** Returns the reply of a text, or of a text with calls of tools. A reply to a request with tools always lists its calls. */
function asReply(written, { request }) {
  const { text = '', tool_calls = [] } = typeof written === 'string' ? { text: written } : written;
  const calls = request.options?.tools && { tool_calls };
  return { text, ...calls, stop: tool_calls.length > 0 ? 'tool_call' : 'end' };
}

function decision({ decision, reason }) {
  return { text: '', tool_input: { reason, decision }, stop: 'tool_call' };
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
