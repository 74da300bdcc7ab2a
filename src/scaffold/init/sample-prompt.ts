import { openPrompt } from '#engine/prompt/open-prompt.js';
import { runScripted, type WrittenReply } from '#engine/replies/scripted-run.js';
import type { ModelCall } from '#model/reply/exchange.js';
import { RecordingWriter } from '#store/replies/recordings.js';
import { hasText } from '../placing.js';
import { lines } from '../texts.js';

/** The id of the prompt that `eva init` writes. */
export const sampleId = 'hello';

const body = `Greet a customer of a bicycle shop in one or two sentences. Use the name, and write in the language of the message.
You do not know the state of any order.

Name: {{name}}
Message: {{message}}
`;

/** Returns the files of the sample prompt without its recordings. */
export function sampleFiles(schema: string, defaults: readonly string[]): Readonly<Record<string, string>> {
  return { 'prompt.md': body, 'eval.yml': lines(schema, ...defaults, ...cases) };
}

/** Returns true if a prompt has the body of the sample prompt. */
export function isSample(root: string, id: string): boolean {
  const [[file, text] = ['', '']] = Object.entries(sampleFiles('', []));
  return id === sampleId && hasText(root, `prompts/${id}/${file}`, text);
}

const cases = [
  '# A case gives a value for each {{placeholder}} of prompt.md, and says how to tell a good reply.',
  '# recordings.jsonl has replies to these cases. People wrote them, no model: `eva eval hello --replay` plays them.',
  'cases:',
  '  - name: greets-by-name',
  '    inputs: { name: Ada, message: "Hello, is my bicycle ready?" }',
  '    assert: # checks are exact, and cost nothing',
  '      - contains: Ada',
  '      - max_chars: 400',
  '',
  '  - name: answers-in-german',
  '    inputs: { name: Karl, message: "Guten Tag, ist mein Fahrrad fertig?" }',
  '    assert:',
  '      - contains: Karl',
  "      - matches: '(?i)\\b(guten|hallo|danke|vielen)\\b' # a regular expression",
  '',
  '  - name: promises-nothing',
  '    inputs: { name: Grace, message: "Is my bicycle ready? I want to collect it at noon." }',
  '    # A rubric is for what no check can tell. The judge, a second model, scores the reply from 1 to 5; 4 is enough.',
  '    rubric: |',
  '      Score whether the greeting stays with what its writer can know, 1 to 5.',
  '      5: greets Grace, and says nothing about whether the bicycle is ready.',
  '      3: is vague, so that Grace could think that it is ready.',
  '      1: says that the bicycle is ready, or that it is not.',
];

const replies: Readonly<Record<string, string>> = {
  'greets-by-name': 'Hello Ada, thank you for your message! Let me look up your bicycle for you.',
  'answers-in-german': 'Guten Tag Karl, danke für Ihre Nachricht! Ich sehe gleich für Sie nach.',
  'promises-nothing': 'Hi Grace, thank you for asking! I will find out how far your bicycle is.',
};
const verdict = { reason: 'It greets Grace by name and claims nothing about the bicycle.', score: 5 };

/**
 * Writes recordings of the sample prompt: replies by hand, marked as synthetic, for the models that its files name. Returns false if a
 * case does not pass with them, because of other settings in eva.yml. Throws the problems of the files.
 */
export async function recordSample(root: string): Promise<boolean> {
  const open = openPrompt(root, sampleId);
  const { result, replies: stored } = await runScripted(open, replyTo, '2026-11-23T00:00:00.000Z');
  const recorder = new RecordingWriter(open.prompt.dir, 'synthetic');
  for (const reply of stored) recorder.put(reply);
  recorder.save();
  return result.passed === result.total;
}

function replyTo({ role, case: name, request }: ModelCall): WrittenReply {
  if (role === 'subject') return { text: replies[name] ?? '', stop: 'end' };
  const { reason, score } = verdict;
  if (request.tool === undefined) return { text: `SCORE=${score} REASON=${reason}`, stop: 'end' };
  return { text: '', tool_input: { reason, score }, stop: 'tool_call' };
}
