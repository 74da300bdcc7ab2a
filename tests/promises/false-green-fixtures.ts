import type { Fault, Faults } from '../support/fake-http.js';
import type { FakeReply } from '../support/fake-messages-api.js';
import type { FileContent } from '../support/temp-library.js';

/** One way in which nothing good was found out. What is not said is as in the green run, of which it is a change. */
export interface Fixture {
  readonly title: string;
  readonly exitCode: 1 | 2 | 3;
  /** Fields of the case `happy`; null takes one away. */
  readonly happy?: Readonly<Record<string, unknown>>;
  /** Other top-level keys of eval.yml beside `defaults`. */
  readonly document?: object;
  readonly files?: Record<string, FileContent>;
  readonly args?: readonly string[];
  readonly answer?: FakeReply;
  /** What the judge says of every response. */
  readonly verdict?: FakeReply;
  readonly decision?: FakeReply;
  readonly faults?: Faults;
  /** How many requests the server gets. */
  readonly requests?: number;
  /** Nothing listens at the provider's address. */
  readonly down?: true;
  /** The lines of recordings.jsonl, made from those of a green run. */
  readonly recordings?: (lines: readonly string[]) => readonly string[];
}

/** Checks that hold on almost anything, so that only the fault stands between a run and green. */
export const greenCase = {
  name: 'happy',
  inputs: { code: 'x = 1' },
  assert: [{ not_contains: 'sorry' }, { max_tokens: 500 }],
  rubric: 'Is it small?',
};
export const greenAnswer: FakeReply = { text: 'ok <diff>' };
export const greenVerdict: FakeReply = { tool_input: { reason: 'It is small.', score: 5 } };
export const greenDecision: FakeReply = { tool_input: { reason: 'It asks for a change.', decision: 'YES' } };

const exit = (exitCode: 1 | 2 | 3, fixtures: Readonly<Record<string, Omit<Fixture, 'title' | 'exitCode'>>>) =>
  Object.entries(fixtures).map(([title, fixture]): Fixture => ({ title, exitCode, ...fixture }));

const assertOnly = (check: object) => ({ happy: { assert: [check], rubric: null } });
const plain = { ...greenCase, rubric: undefined };

const vacuous = exit(2, {
  'no eval.yml': { files: { 'prompts/diff/eval.yml': null } },
  'an empty eval.yml': { files: { 'prompts/diff/eval.yml': '' } },
  'an eval.yml of comments': { files: { 'prompts/diff/eval.yml': '# cases: later\n' } },
  'no cases': { document: {} },
  'an empty list of cases': { document: { cases: [] } },
  'cases: null': { document: { cases: null } },
  'an empty list of queries': { document: { triggering: { should_match: [] } } },
  'scenarios alone': { document: { scenarios: [{ title: 's', given: 'g', when: 'w' }] } },
  'a case that expects nothing': { happy: { assert: null, rubric: null } },
  'an empty assert list': { happy: { assert: [] } },
  'an empty assert list alone': { happy: { assert: [], rubric: null } },
  'an assert item without an operator': assertOnly({}),
  'an empty rubric': { happy: { assert: null, rubric: '' } },
  'a blank rubric': { happy: { rubric: ' \n ' } },
  'contains: ""': assertOnly({ contains: '' }),
  'contains_any: []': assertOnly({ contains_any: [] }),
  'contains_all: []': assertOnly({ contains_all: [] }),
  'contains_all: [""]': assertOnly({ contains_all: [''] }),
  'starts_with a blank': assertOnly({ starts_with: ' ' }),
  'matches: ""': assertOnly({ matches: '' }),
  'min_tokens: 0': assertOnly({ min_tokens: 0 }),
  'is_json: false': assertOnly({ is_json: false }),
  'command: []': { ...assertOnly({ command: [] }), args: ['--trust'] },
  'a misspelt operator': assertOnly({ contain: 'x' }),
  'a misspelt key': { happy: { asert: [{ contains: 'never there' }] } },
  'sample_size: 0': { happy: { sample_size: 0 } },
  'an empty list of criteria': { happy: { criteria: [] } },
  'a pass_threshold below the scale': { happy: { judge: { pass_threshold: 0 } } },
  'no votes': { happy: { judge: { votes: 0 } } },
  'a blank prompt': { files: { 'prompts/diff/prompt.xml': ' \n' } },
  'two cases of one name': { document: { cases: [greenCase, greenCase] } },
  '--case that names nothing': { args: ['--case', 'hapy'] },
  '--case with an empty name': { args: ['--case', ''] },
  '--case that names a query': {
    document: { cases: [greenCase], triggering: { should_match: ['change x'] } },
    args: ['--case', 'should_match: change x'],
  },
});

const thinking = { content: [{ type: 'thinking', thinking: 'ok <diff>', signature: '' }] };

const noAnswer = exit(1, {
  'a refusal': { answer: { text: 'ok', stop_reason: 'refusal' } },
  'a reply that was cut': { answer: { text: 'ok', stop_reason: 'max_tokens' } },
  'a reply whose window was full': { answer: { text: 'ok', stop_reason: 'model_context_window_exceeded' } },
  'an empty reply': { answer: { text: '' } },
  'a blank reply': { answer: { text: ' \n\t\u00a0\u2003\ufeff ' } },
  'a reply without content': { answer: { content: [] } },
  'a reply of thoughts alone': { answer: thinking },
  'a reply that paused': { answer: { text: 'ok', stop_reason: 'pause_turn' } },
  'every one of 20 replies refused': {
    answer: { text: 'ok', stop_reason: 'refusal' },
    happy: { rubric: null, sample_size: 20 },
  },
  'one of 20 replies cut': {
    happy: { rubric: null, sample_size: 20 },
    faults: (number) => (number === 13 ? { body: JSON.stringify(cutMessage) } : null),
  },
  'the second of two cases empty': {
    document: { cases: [greenCase, { ...plain, name: 'other', inputs: { code: 'EMPTY' } }] },
  },
});

const cutMessage = {
  id: 'msg_cut',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-7',
  content: [{ type: 'text', text: 'ok' }],
  stop_reason: 'max_tokens',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

const call = (input: object, id: string, name = 'verdict') => ({ type: 'tool_use', id: `toolu_${id}`, name, input });
const says = (input: object) => ({ verdict: { tool_input: input } });
const reason = 'It is small.';

const judge = exit(1, {
  'a judge that says 3': says({ reason, score: 3 }),
  'a judge that says nothing': { verdict: { content: [] } },
  'a judge that chats': { verdict: { text: 'I would give it a 5.' } },
  'a judge whose text holds two verdicts': { verdict: { text: 'SCORE=1 REASON=no\nSCORE=5 REASON=yes' } },
  'a judge without a score': says({ reason }),
  'a judge without a reason': says({ score: 5 }),
  'a judge with a blank reason': says({ reason: ' ', score: 5 }),
  'a score as text': says({ reason, score: '5' }),
  'a score in a list': says({ reason, score: [5] }),
  'a fraction': says({ reason, score: 4.5 }),
  'a score above the scale': says({ reason, score: 6 }),
  'a score below the scale': says({ reason, score: 0 }),
  'a score with another beside it': says({ reason, score: 5, final_score: 1 }),
  'a judge that contradicts itself': {
    verdict: {
      content: [call({ reason, score: 5 }, '1'), call({ reason: 'No.', score: 1 }, '2')],
      stop_reason: 'tool_use',
    },
  },
  'a judge that calls another tool': {
    verdict: { content: [call({ reason, score: 5 }, '1', 'verdicts')], stop_reason: 'tool_use' },
  },
  'a judge that was cut': { verdict: { tool_input: { reason, score: 5 }, stop_reason: 'max_tokens' } },
  'a judge that refuses': { verdict: { tool_input: { reason, score: 5 }, stop_reason: 'refusal' } },
  'a judge that paused': {
    verdict: { tool_input: { reason, score: 5 }, stop_reason: 'pause_turn' },
  },
  'a judge of three votes that says nothing': { verdict: { content: [] }, happy: { judge: { votes: 3 } } },
  'a trigger judge that decides NO': {
    document: { triggering: { should_match: ['change x'] } },
    decision: { tool_input: { reason, decision: 'NO' } },
  },
  'a trigger judge that cannot decide': {
    document: { triggering: { should_not_match: ['sing a song'] } },
    decision: { tool_input: { reason, decision: 'MAYBE' } },
  },
  'a trigger judge that contradicts itself': {
    document: { triggering: { should_match: ['change x'] } },
    decision: {
      content: [call({ reason, decision: 'YES' }, '1', 'decision'), call({ reason, decision: 'NO' }, '2', 'decision')],
      stop_reason: 'tool_use',
    },
  },
});

const always = (fault: Fault, requests?: number) => ({
  faults: () => fault,
  ...(requests !== undefined && { requests }),
});
const anHour: Fault = { status: 429, headers: { 'retry-after': '3600' } };

const world = exit(3, {
  'a server that is down': { down: true },
  'a server that is broken': always({ status: 500 }, 6),
  'a server that resets every connection': always('reset', 6),
  'a server that refuses every connection': always('refuse', 6),
  'a server that truncates every body': always('truncate', 6),
  'a server of web pages': always('html', 2),
  'a server of empty objects': always('empty_object', 6),
  'a server of half a JSON': always('malformed', 6),
  'a server that hangs': { ...always('hang'), happy: { timeout_s: 0.5 } },
  'a server that stalls in the body': { ...always('hang_after_headers'), happy: { timeout_s: 0.5 } },
  'a server that asks for an hour': always(anHour, 1),
  'a refused key': always({ status: 401 }, 1),
  'an account that may not': always({ status: 403 }, 1),
  'an unknown model': always({ status: 404 }, 1),
  'a bad request': always({ status: 400 }, 1),
  'half of the trials missing': {
    happy: { rubric: null, sample_size: 8 },
    faults: (number) => (number % 2 === 0 ? anHour : null),
  },
  'the last of 20 trials missing': {
    happy: { rubric: null, sample_size: 20 },
    faults: (number) => (number >= 19 ? anHour : null),
  },
  'one trial missing and the others bad': {
    happy: { rubric: null, sample_size: 8, stop_early: false },
    answer: { text: 'sorry' },
    faults: (number) => (number === 3 || number >= 8 ? anHour : null),
  },
  'a judge that is not to be had': { faults: (_, { body }) => (body.tool_choice ? anHour : null) },
  'one case missing, one good': {
    document: { cases: [plain, { ...plain, name: 'other', inputs: { code: 'y' } }] },
    faults: (_, { body }) => (JSON.stringify(body).includes('Change y') ? anHour : null),
  },
});

const replay = [
  ...exit(3, {
    '--replay without recordings': { args: ['--replay'] },
    'a recording for one of two trials': {
      args: ['--replay'],
      happy: { sample_size: 2 },
      recordings: (lines) => lines,
    },
    "the judge's recording missing": {
      args: ['--replay'],
      recordings: (lines) => lines.filter((line) => !line.includes('"role":"judge"')),
    },
    'recordings of another prompt text': {
      args: ['--replay'],
      recordings: (lines) => lines,
      files: { 'prompts/diff/prompt.xml': '<task>Change {{code}} and nothing elsE.</task>\n' },
    },
    'a torn recording': {
      args: ['--replay'],
      recordings: (lines) => lines.map((line, n) => (n === 0 ? line.slice(0, -9) : line)),
    },
  }),
];

const slow = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!';
const script = (code: string) => ({ ...assertOnly({ command: [process.execPath, '-e', code] }), args: ['--trust'] });

const checks = exit(1, {
  'matches runs out of time': { ...assertOnly({ matches: '(a+)+$' }), answer: { text: slow } },
  'not_matches runs out of time': { ...assertOnly({ not_matches: '(a+)+$' }), answer: { text: slow } },
  'a pattern of json_schema backtracks': {
    ...assertOnly({ json_schema: { not: { pattern: '^(a+)+$' } } }),
    answer: { text: JSON.stringify(slow) },
  },
  'a command that hangs': {
    happy: { ...script('setInterval(() => {}, 1000)').happy, timeout_s: 2 },
    args: ['--trust'],
  },
  'a command that fails': script('process.exit(1)'),
  'a command that throws': script('throw new Error("no")'),
  'a command that is killed': script('process.kill(process.pid, "SIGKILL")'),
  'a command that never stops talking': script('setInterval(() => process.stdout.write("x".repeat(99999)), 1)'),
});

const unstartable = exit(3, {
  'a command that is not there': { ...assertOnly({ command: ['no-such-program-here'] }), args: ['--trust'] },
  'a command that is a directory': { ...assertOnly({ command: ['/'] }), args: ['--trust'] },
});

const untrusted = exit(2, { 'a command that nobody trusts': { ...script(''), args: [] } });

const disk = [
  ...exit(3, { 'a directory in the place of .eval.jsonl': { files: { '.eval.jsonl': { directory: true } } } }),
  ...exit(2, {
    'a link in the place of .eval.jsonl': { files: { '.eval.jsonl': { link: '/dev/full' } } },
    'a file in the place of .eva': { files: { '.eva': '' } },
    'a file in the place of .eva/runs': { files: { '.eva/runs': '' } },
    'a link in the place of .eva': { files: { '.eva': { link: 'prompts' } } },
    'a file in the place of the cache': { files: { '.eva/cache': '' }, args: ['--cache'] },
    'a directory in the place of recordings.jsonl': {
      files: { 'prompts/diff/recordings.jsonl': { directory: true } },
      args: ['--record'],
    },
  }),
];

/** Every way to come to nothing that there is a fixture for. */
export const fixtures: readonly Fixture[] = [
  vacuous,
  noAnswer,
  judge,
  world,
  replay,
  checks,
  unstartable,
  untrusted,
  disk,
].flat();
