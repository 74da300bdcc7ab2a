import { lines } from './texts.js';

/** The kinds of bodies, each the ending of its file or `messages`. */
export type BodyKind = 'md' | 'txt' | 'xml' | 'messages';

const task = 'Summarize the text below for somebody who has one minute.';
const rule = 'Write at most three sentences. Say only what the text says.';

const bodies: Readonly<Record<BodyKind, readonly [file: string, lines: readonly string[]]>> = {
  md: ['prompt.md', [task, '', rule, '', '## Text', '', '{{text}}']],
  txt: ['prompt.txt', [task, rule, '', 'Text:', '{{text}}']],
  xml: [
    'prompt.xml',
    ['<prompt>', `  <task>${task}</task>`, `  <rule>${rule}</rule>`, '  <text>{{text}}</text>', '</prompt>'],
  ],
  messages: [
    'messages.yml',
    ['- role: system', '  content: |', `    ${task}`, `    ${rule}`, '- role: user', '  content: "{{text}}"'],
  ],
};

/** Returns the files of a new prompt. `schemas` are the lines for editors, `defaults` the lines that eval.yml needs. */
export function newPromptFiles(
  kind: BodyKind,
  schemas: { readonly eval: string; readonly messages: string },
  defaults: readonly string[],
): Readonly<Record<string, string>> {
  const [file, body] = bodies[kind];
  const first = kind === 'messages' ? schemas.messages : '';
  return { [file]: lines(first, ...body), 'eval.yml': lines(schemas.eval, ...casesFor(file, defaults)) };
}

const casesFor = (file: string, defaults: readonly string[]) => [
  ...defaults,
  `# Change ${file} and these cases. A case gives a value for each {{placeholder}}, and says how to tell a good reply.`,
  'cases:',
  '  - name: keeps-the-hours',
  '    inputs:',
  '      text: The library opens at nine and closes at six. It is closed on Sundays. Return books at the side door.',
  '    assert: # checks are exact, and cost nothing',
  "      - matches: '(?i)\\b(nine|9)\\b' # a regular expression",
  '      - icontains: sunday',
  '      - max_chars: 400',
  '',
  '  - name: adds-nothing',
  '    inputs:',
  '      text: The bridge is closed until further notice. Drivers take the road along the river.',
  '    # The judge, a second model, scores the reply from 1 to 5 by this rubric; 4 is enough.',
  '    rubric: |',
  '      Score whether the summary says only what the text says, 1 to 5.',
  '      5: the bridge is closed, drivers take the river road, and nothing else.',
  '      3: leaves out one of the two.',
  '      1: names a cause or a date, which the text does not give.',
];
