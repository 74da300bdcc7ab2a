import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { loadPrompt } from '#library/prompt/meta.js';
import { bodyTexts } from '#model/prompt.js';
import { bodyDigest } from '#model/text/body.js';
import { media } from '../../support/media.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { said } from '../said.js';

const none = { ...goodPrompt(), 'prompts/diff/prompt.xml': null };

function withMessages(text: string, files: Files = {}): Files {
  return { ...none, 'prompts/diff/messages.yml': text, ...files };
}

test('a text body is the same under each of its names', (t) => {
  for (const name of ['prompt.xml', 'prompt.md', 'prompt.txt']) {
    const root = tempLibrary(t, { ...none, [`prompts/diff/${name}`]: '# Do\r\n{{code}}\n' });
    const { value, problems } = loadPrompt(root, 'diff');
    assert.deepEqual(said(problems), []);
    assert.equal(value?.body, '# Do\n{{code}}\n');
    assert.equal(value.body_file, name);
    assert.deepEqual(
      value.body_places.texts.map(({ place }) => place(5, 13)),
      [{ file: `prompts/diff/${name}`, line: 2, column: 1, length: 8, source: '{{code}}' }],
    );
    assert.equal(bodyDigest(value.body), createHash('sha256').update('# Do\n{{code}}\n').digest('hex'));
  }
});

test('messages have the texts of their files, and files their digests', (t) => {
  const root = tempLibrary(
    t,
    withMessages(
      `- role: system
  content_from: policy.md
- role: user
  content: A {{code}}
- role: assistant
  content: '{"intent": "x"}'
- role: user
  content:
    - text: See
    - file: { input: receipt }
      media_type: image/png
    - file: images/a.png
`,
      {
        'policy.md': 'Be brief.\r\n',
        'prompts/diff/policy.md': 'not this one',
        'prompts/diff/images/a.png': media.png,
      },
    ),
  );
  const { value, problems } = loadPrompt(root, 'diff');
  assert.deepEqual(said(problems), []);
  assert.equal(value?.body_file, 'messages.yml');
  const sha256 = createHash('sha256').update(media.png).digest('hex');
  assert.deepEqual(value.body, [
    { role: 'system', content: 'Be brief.\n' },
    { role: 'user', content: 'A {{code}}' },
    { role: 'assistant', content: '{"intent": "x"}' },
    {
      role: 'user',
      content: [
        { text: 'See' },
        { file: { input: 'receipt' } },
        { file: { path: 'prompts/diff/images/a.png', media_type: 'image/png', sha256, bytes: media.png.length } },
      ],
    },
  ]);
  assert.deepEqual(
    value.body_places.texts.map(({ text }) => text),
    bodyTexts(value.body),
  );
  assert.deepEqual(
    value.body_places.files.map(({ at, ...file }) => [file, at.line, at.column]),
    [[{ name: 'receipt', media_type: 'image/png' }, 10, 22]],
  );
  assert.deepEqual(
    value.body_places.texts.map(({ place }) => [place(0, 1).file, place(0, 1).line]),
    [
      ['policy.md', 1],
      ['prompts/diff/messages.yml', 4],
      ['prompts/diff/messages.yml', 6],
      ['prompts/diff/messages.yml', 9],
    ],
  );
});

test('the digest of messages follows contents, not the paths of their files', (t) => {
  const digest = (path: string, content: Uint8Array, text: string) => {
    const messages = `- role: user\n  content:\n    - file: ${path}\n- { role: user, content_from: a.md }\n`;
    const root = tempLibrary(t, withMessages(messages, { [path]: content, 'a.md': text }));
    const { value, problems } = loadPrompt(root, 'diff');
    assert.deepEqual(said(problems), []);
    return value && bodyDigest(value.body);
  };
  const first = digest('a.png', media.png, 'a');
  assert.equal(digest('images/b.png', media.png, 'a'), first);
  assert.notEqual(digest('a.png', Buffer.concat([media.png, media.png]), 'a'), first);
  assert.notEqual(digest('a.png', media.png, 'b'), first);
});

test('a text that is the JSON of messages has another digest than the messages', (t) => {
  const json = '[{"content":"hi {{code}}","role":"user"}]';
  const digestOf = (files: Files) => {
    const { value, problems } = loadPrompt(tempLibrary(t, files), 'diff');
    assert.deepEqual(said(problems), []);
    return value && bodyDigest(value.body);
  };
  const ofText = digestOf({ ...none, 'prompts/diff/prompt.txt': json });
  assert.equal(ofText, createHash('sha256').update(json).digest('hex'));
  assert.notEqual(digestOf(withMessages('- role: user\n  content: hi {{code}}\n')), ofText);
});

const styles: readonly (readonly [style: string, content: string, line: number, column: number])[] = [
  ['plain', 'Say {{code}} now', 2, 16],
  ['folded plain', 'Say\n    {{code}}\n    now', 3, 5],
  ['single quotes', `'It''s {{code}}'`, 2, 19],
  ['double quotes', `"\\u0053ay \\"it\\"\\n{{code}}"`, 2, 30],
  ['a line continued', `"Say \\\n    {{code}}"`, 3, 5],
  ['a literal block', '|\n    Say\n      {{code}}\n', 4, 7],
  ['a folded block', '>-  # note\n    Say\n    {{code}}\n', 4, 5],
];

for (const [style, content, line, column] of styles) {
  test(`a placeholder is found in a text that is ${style}`, (t) => {
    const root = tempLibrary(t, withMessages(`- role: user\n  content: ${content}\n`));
    const { value, problems } = loadPrompt(root, 'diff');
    assert.deepEqual(said(problems), []);
    const [text] = value?.body_places.texts ?? [];
    assert.ok(text);
    const at = text.text.indexOf('{{code}}');
    const place = text.place(at, at + '{{code}}'.length);
    assert.deepEqual([place.line, place.column, place.length], [line, column, 8]);
  });
}

test('a placeholder that escapes or an alias hide has the place of the text', (t) => {
  const root = tempLibrary(
    t,
    withMessages(
      `- role: user\n  content: &a Say {{code}}\n- role: assistant\n  content: *a\n- role: user\n  content: Go\n`,
    ),
  );
  const { value } = loadPrompt(root, 'diff');
  assert.deepEqual(
    value?.body_places.texts.map(({ place }) => [place(4, 12).line, place(4, 12).column]),
    [
      [2, 19],
      [4, 12],
      [6, 12],
    ],
  );
});

const mistakes: readonly (readonly [mistake: string, files: Files, problems: readonly string[]])[] = [
  [
    'notes beside prompt.xml',
    { ...goodPrompt(), 'prompts/diff/prompt.md': 'notes' },
    [
      'prompt.md warning EVA_TWO_BODIES:ignored eva ignores this file: the body is prompt.xml (remove prompt.xml if this file is the body; if it holds notes, rename it)',
    ],
  ],
  [
    'a declared type that is wrong',
    withMessages('- role: user\n  content: [{ file: a.pdf, media_type: image/gif }]\n', { 'a.pdf': media.pdf }),
    [
      'messages.yml:2:40 EVA_BAD_MEDIA:media_type media_type is image/gif, but the first bytes of a.pdf are those of application/pdf (write media_type: application/pdf, or remove media_type)',
    ],
  ],
  [
    'the bytes of no known type',
    withMessages('- role: user\n  content: [{ file: a.gif }]\n', { 'a.gif': 'GIF88a' }),
    [
      'messages.yml:2:21 EVA_BAD_MEDIA:unknown a.gif is not a PNG, JPEG, GIF, WebP or PDF file: its first bytes are of no such type (name a PNG, JPEG, GIF, WebP or PDF file; write the content of a text file with content_from)',
    ],
  ],
];

for (const [mistake, files, problems] of mistakes) {
  test(`${mistake}: reported at its place`, (t) => {
    assert.deepEqual(said(loadPrompt(tempLibrary(t, files), 'diff').problems), problems);
  });
}

test('each type of media is known by its first bytes', (t) => {
  for (const [extension, content] of Object.entries(media)) {
    const file = `a.${extension}`;
    const root = tempLibrary(t, withMessages(`- role: user\n  content: [{ file: ${file} }]\n`, { [file]: content }));
    assert.deepEqual(said(loadPrompt(root, 'diff').problems), []);
  }
});
