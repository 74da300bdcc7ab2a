import { media } from '../../../support/media.js';
import type { Files } from '../../../support/temp-library.js';
import { type BadInput, bad, bodyFile, evalFile, goodCase, metaPlus } from '../fixture.js';

const messagesFile = (...lines: readonly string[]): Files => ({
  ...bodyFile(null),
  'prompts/diff/messages.yml': `${lines.join('\n')}\n`,
});

/** Returns a messages.yml with these lines before a good message. */
const before = (...lines: readonly string[]): Files =>
  messagesFile(...lines, '- role: user', '  content: "Change {{code}}."');

/** Returns a good messages.yml whose last message has these parts. */
const withParts = (...parts: readonly string[]): Files =>
  messagesFile('- role: user', '  content:', '    - text: "{{code}}"', ...parts.map((part) => `    - ${part}`));

/** Returns an eval.yml whose case has these lines as `messages`. */
const caseMessages = (...lines: readonly string[]): Files =>
  evalFile(
    `defaults:\n  model: claude-opus-4-7\n${goodCase}    messages:\n${lines.map((line) => `      ${line}\n`).join('')}`,
  );

/** Returns a body that takes the input `receipt` as a file, and a case with these lines. */
const receipt = (...lines: readonly string[]): Files => ({
  ...withParts('file: { input: receipt }'),
  ...metaPlus('  - name: receipt'),
  ...evalFile(
    `defaults:\n  model: claude-opus-4-7\ncases:\n  - name: happy\n${lines.map((line) => `    ${line}\n`).join('')}    assert:\n      - contains: "<diff>"\n`,
  ),
});

const huge = Buffer.concat([media.png, Buffer.alloc(20 * 1024 * 1024)]);
const large = Buffer.concat([media.png, Buffer.alloc(16 * 1024 * 1024)]);

export const bodies: Readonly<Record<string, readonly BadInput[]>> = {
  'prompts/bodies': [
    bad('prompt.md and prompt.txt', {
      ...bodyFile(null),
      'prompts/diff/prompt.md': '{{code}}',
      'prompts/diff/prompt.txt': '{{code}}',
    }),
    bad('prompt.txt and messages.yml', { ...before(), 'prompts/diff/prompt.txt': '{{code}}' }),
    bad('prompt.txt has U+0000', { ...bodyFile(null), 'prompts/diff/prompt.txt': '{{code}}\0' }),
  ],
  'prompts/messages': [
    bad('messages.yml is empty', { ...bodyFile(null), 'prompts/diff/messages.yml': '# later\n' }),
    bad('messages.yml is an empty list', messagesFile('[]')),
    bad('messages.yml is a mapping', messagesFile('role: user', 'content: a')),
    bad('a message is a text', messagesFile('- Change the code.')),
    bad('a message without a role', messagesFile('- content: a')),
    bad('a message without content', before('- role: system')),
    bad(
      'a message with content and content_from',
      before('- role: system', '  content: a', '  content_from: policy.md'),
    ),
    bad(
      'a system message behind a user message',
      messagesFile('- { role: user, content: "{{code}}" }', '- { role: system, content: a }'),
    ),
    bad('content is null', before('- role: system', '  content:')),
    bad('a part with text and file', withParts('{ text: a, file: a.png }')),
    bad('media_type without a file', withParts('{ text: a, media_type: image/png }')),
    bad('a file of a system message', {
      ...before('- role: system', '  content: [{ file: a.png }]'),
      'a.png': media.png,
    }),
    bad('content_from of a hidden file', {
      ...before('- role: system', '  content_from: .secret/policy.md'),
      '.secret/policy.md': 'a',
    }),
    bad('a file that no case gives', withParts('file: { input: receipt }')),
    bad('a message of a case whose inputs are blank', {
      ...caseMessages(
        '- { role: user, content: { input: tone } }',
        '- role: user',
        '  content: [{ text: { text: "{{tone}} {{tone}}" } }]',
      ),
      ...metaPlus('  - { name: tone, required: false }'),
    }),
    bad('messages of a case with a system message', caseMessages('- { role: system, content: a }')),
    bad('messages of a case without one from the user', caseMessages('- { role: assistant, content: a }')),
    bad('a scenario whose opening ends with the user', {
      ...before(),
      ...evalFile(
        `defaults:\n  model: claude-opus-4-7\nscenarios:\n  - title: late\n    given: a\n    when: b\n    inputs: { code: x }\n    then:\n      - expected_behavior: It is polite.\n        criteria: { median_gte: { threshold: 7 } }\n    sample_size: 20\n`,
      ),
    }),
  ],
  'prompts/media': [
    bad('a file that is missing', withParts('file: a.png')),
    bad('a text with the name of a picture', { ...withParts('file: a.png'), 'a.png': 'no picture' }),
    bad('an SVG picture', { ...withParts('file: a.svg'), 'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    bad('a JPEG named .png', { ...withParts('file: a.png'), 'a.png': media.jpeg }),
    bad('a PDF named .txt', { ...withParts('file: a.txt'), 'a.txt': media.pdf }),
    bad('a media_type that differs', { ...withParts('{ file: a.png, media_type: image/gif }'), 'a.png': media.png }),
    bad('a file of more than 20 MiB', { ...withParts('file: a.png'), 'a.png': huge }),
    bad('files of more than 30 MiB together', { ...withParts('file: a.png', 'file: a.png'), 'a.png': large }),
    bad('the path of an input leads nowhere', receipt('inputs: { code: x, receipt: examples/late.png }')),
    bad('the path of an input leads to a text', {
      ...receipt('inputs: { code: x, receipt: late.png }'),
      'late.png': 'text',
    }),
    bad('the path of an input is empty', receipt('inputs: { code: x, receipt: "" }')),
    bad('a file input under files', {
      ...receipt('inputs: { code: x }', 'files: { receipt: late.png }'),
      'late.png': media.png,
    }),
    bad('items that name files that cannot be sent', {
      ...receipt('dataset: data/mail.jsonl'),
      'data/mail.jsonl':
        '{"code": "a", "receipt": "data/a.png"}\n{"code": "b", "receipt": "data/b.png"}\n{"code": "c", "receipt": "data/c.png"}\n{"code": "d", "receipt": "https://example.org/d.png"}\n',
      'data/a.png': media.png,
      'data/c.png': media.gif,
    }),
  ],
};
