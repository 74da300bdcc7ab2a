import type { Fault, SeenRequest } from '../../support/fake-http.js';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { sentinelKey } from '../../support/secrets.js';
import type { Files } from '../../support/temp-library.js';

/** The prompt whose rules the obedient model knows. The last two rules of the list are tested by no case. */
export const noteBody = `<prompt>
  <task>Write a note to {{name}} about the order below.</task>

  <rules>
    <rule>Begin with "Dear" and the name.</rule>
    <rule>Write at most 2 sentences.</rule>
    <rule>Always name the number of the order.</rule>
    <rule>Never mention a discount.</rule>
    <rule>End with "Yours, Lindgren". You must not sign with a first name.</rule>
  </rules>

  <order>{{order}}</order>
</prompt>
`;

export const noteEval = `defaults:
  model: claude-opus-4-7
  sample_size: 2
cases:
  - name: long note
    sample_size: 4
    inputs: { name: Bo, order: A-18 }
    assert: [{ starts_with: 'Dear Bo,' }]
  - name: greeting
    inputs: { name: Ada, order: A-17 }
    assert:
      - starts_with: 'Dear Ada,'
      - contains: A-17
      - not_contains: 'It is fine. It is fine. It is fine.'
`;

/** A library with the note prompt. */
export function noteLibrary(files: Files = {}): Files {
  return { 'prompts/note/prompt.xml': noteBody, 'prompts/note/eval.yml': noteEval, ...files };
}

/** Returns the text of the first message of a request. */
export function bodyOf({ messages }: SeenRequest['body']): string {
  const content: unknown = messages[0].content;
  return typeof content === 'string' ? content : (content as { text: string }[]).map(({ text }) => text).join('');
}

/** Answers as the rules of the body say, and for a rule that is missing as a careless writer would. */
export function obey(body: string): string {
  const name = /note to (\S*) about/.exec(body)?.[1] ?? '';
  const order = /<order>(.*)<\/order>/.exec(body)?.[1] ?? '';
  const [, bound, number] = /Write at (most|least) (\d+) sentences/.exec(body) ?? [];
  const sentences = bound === undefined ? 5 : Number(number) + (bound === 'least' ? 1 : 0);
  const parts = [
    body.includes('Begin with "Dear"') ? `Dear ${name},` : 'Hi!',
    ...(body.includes('Always name the number') ? [`Order ${order}.`] : []),
    ...Array.from({ length: sentences }, () => 'It is fine.'),
    ...(body.includes('Never mention a discount') ? [] : ['There is a discount.']),
    body.includes('End with "Yours, Lindgren"') ? 'Yours, Lindgren' : 'Bye',
    ...(body.includes('must not sign') ? [] : ['Astrid']),
  ];
  return parts.join(' ');
}

/** Starts the obedient model, and returns the variables that lead eva to it. `faultOf` gives the fault of a request with this body. */
export async function startObedientModel(faultOf: (body: string) => Fault = () => null) {
  const server = await startFakeMessagesApi({
    answer: (body) => obey(bodyOf(body)),
    faults: (_number, { body }) => faultOf(bodyOf(body)),
  });
  return { server, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url } };
}
