import assert from 'node:assert/strict';
import test from 'node:test';
import { isChatText } from '#import/prompts/chat.js';
import { bodies, read, said } from './reading.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';

function chat(messages: string): ReturnType<typeof read> {
  return read('[a.json]', { 'a.json': messages });
}

test('a list of messages in JSON or YAML becomes messages', () => {
  const expected = [
    { role: 'system', content: 'You help {{who}}.' },
    { role: 'user', content: '{{q}}' },
    { role: 'assistant', content: 'Well,' },
  ];
  const json =
    '[{"role":"developer","content":"You help {{ who }}."},{"role":"user","content":"{{q}}"},{"role":"assistant","content":"Well,"}]';
  const yaml =
    '- role: system\n  content: You help {{ who }}.\n- role: user\n  content: "{{q}}"\n- role: assistant\n  content: Well,\n';
  const result = read('[a.json, b.yaml, c.txt, d.txt]', {
    'a.json': json,
    'b.yaml': yaml,
    'c.txt': json,
    'd.txt': yaml,
  });
  assert.deepEqual(bodies(result), [expected, expected, expected, expected]);
  assert.deepEqual(said(result), []);
});

test('values that a template writes as JSON or YAML are texts of the message', () => {
  assert.deepEqual(
    bodies(
      read('[a.json, b.yaml]', {
        'a.json': '[{"role":"user","content": {{ q | dump }}}, {"role":"assistant","content":"{{ a | upper }}"}]',
        'b.yaml':
          '- role: user\n  content: |\n    Read this:\n    {{ q | indent(4) }}\n- role: assistant\n  content: {{ a | dump }}\n',
      }),
    ),
    [
      [
        { role: 'user', content: '{{q}}' },
        { role: 'assistant', content: '{{a_upper}}' },
      ],
      [
        { role: 'user', content: 'Read this:\n{{q}}\n' },
        { role: 'assistant', content: '{{a}}' },
      ],
    ],
  );
});

test('a list that values make, or that has messages which eva does not send, blocks', () => {
  const refused: Readonly<Record<string, string>> = {
    '[{"role":"user","content":{{q}}}]':
      'eva has no counterpart for a list of messages that is no JSON before values are inserted',
    '[{"role":"user","content":"a"},{{ rest }}]':
      'eva has no counterpart for a list of messages that is no JSON before values are inserted',
    '[{% for m in _conversation %}{"role":"user","content":"{{m}}"},{% endfor %}]':
      'eva has no counterpart for the block `{% for %}`',
    '[{"role":"user","content":"a"},{"role":"system","content":"b"}]': 'a system message follows another message',
    '[{"role":"system","content":"a"}]': 'it has no message from the user',
    '[{"role":"user","content":""}]': 'the message of the user is empty',
    '[{"role":"user","content":5}]': 'the content of a message is neither a text nor a list of parts',
    '[{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[{"id":"1"}]}]':
      'eva sends no earlier tool calls and results in a prompt',
    '[{"role":"user","content":"a"},{"role":"tool","content":"b"}]':
      'eva sends no earlier tool calls and results in a prompt',
    '[{"role":"user","name":"Ann","content":"a"}]': 'eva sends no names of speakers',
    '[{"role":"{{r}}","content":"a"}]': 'eva sends messages of the system, the user and the assistant',
    '[{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"x"}}]}]': 'eva sends no audio',
    '[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x.y/a.png"}}]}]':
      'it is a picture by web address, and its bytes are no evidence',
    '[{"role":"user","content":[{"type":"image_url","image_url":{"url":"{{a}}/{{b}}"}}]}]':
      'its address is computed from variables',
    '[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/bmp;base64,Qk0="}}]}]':
      'it is no PNG, JPEG, GIF, WebP or PDF',
    '[{"role":"user","content":[{"type":"image_url","image_url":{"url":"{{a}}"}},{"type":"text","text":"{{a}}"}]}]':
      'the prompt uses this variable as a text and as a file',
  };
  assert.deepEqual(
    Object.fromEntries(
      Object.keys(refused).map((text) => [
        text,
        chat(text)
          .findings.map(({ effect, reason }) => effect === 'blocks' && reason)
          .join(),
      ]),
    ),
    refused,
  );
});

test('pictures and PDFs are files below the prompt, or inputs', () => {
  const result = read('[a.json]', {
    'img/scan 1.jpeg': Buffer.from(png, 'base64'),
    'a.json': JSON.stringify([
      { role: 'system', content: [{ type: 'text', text: 'Look.' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: '{{q}}' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'high' } },
          { type: 'input_image', image_url: '{{photo}}' },
          { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: '{{photo}}' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQK' } },
          { type: 'file', file: { filename: 'x.pdf', file_data: 'data:application/pdf;base64,{{ pdf }}' } },
        ],
      },
    ]),
  });
  assert.deepEqual(bodies(result), [
    [
      { role: 'system', content: [{ text: 'Look.' }] },
      {
        role: 'user',
        content: [
          { text: '{{q}}' },
          { file: 'attachments/image.png' },
          { file: { input: 'photo' } },
          { file: { input: 'photo' } },
          { file: 'attachments/document.pdf' },
          { file: { input: 'pdf' } },
        ],
      },
    ],
  ]);
  assert.deepEqual(said(result), ['left_out detail: eva sends pictures without a level of detail (a.json:1)']);
  const [prompt] = result.prompts;
  assert.deepEqual(
    prompt?.writes?.map(({ path, content }) => [path, content.length]),
    [
      ['attachments/image.png', 16],
      ['attachments/document.pdf', 9],
    ],
  );
  assert.deepEqual(
    prompt?.inputs.map(({ name, use }) => [name, use]),
    [
      ['q', undefined],
      ['photo', 'file'],
      ['pdf', 'file'],
    ],
  );
});

test('a picture of the folder is copied under a name that fits its type', () => {
  const message =
    '- role: user\n  content:\n    - type: image_url\n      image_url: { url: "file://img/scan 1.jpeg" }\n';
  const result = read('[a.txt]', { 'a.txt': message, 'img/scan 1.jpeg': Buffer.from(png, 'base64') });
  assert.deepEqual(bodies(result), [[{ role: 'user', content: [{ file: 'attachments/scan-1.png' }] }]]);
  const lost = read('[a.txt]', { 'a.txt': message });
  assert.deepEqual(said(lost), ['blocks image_url: there is no such file (a.txt:1)']);
});

test('the value of a file is a path or a data URL, and nothing else', () => {
  const [prompt] = chat('[{"role":"user","content":[{"type":"image_url","image_url":{"url":"{{a}}"}}]}]').prompts;
  const [input] = prompt?.inputs ?? [];
  const value = (text: string) => ({ a: { kind: 'value', value: text } }) as const;
  assert.deepEqual(input?.valueOf({ a: { kind: 'media', file: 'x.png' } }), { kind: 'media', file: 'x.png' });
  assert.deepEqual(input?.valueOf(value(`data:image/png;base64,${png}`)), {
    kind: 'media',
    file: 'a.png',
    content: Buffer.from(png, 'base64'),
  });
  assert.equal(input?.valueOf(value('https://x.y/a.png')), undefined);
  assert.equal(
    input?.flawOf?.(value('https://x.y/a.png')),
    '`a`: it is a picture by web address, and its bytes are no evidence',
  );
  assert.equal(input?.flawOf?.(value('hello')), '`a`: it is no PNG, JPEG, GIF, WebP or PDF');
});

test('messages of Gemini are read by their parts', () => {
  assert.deepEqual(
    bodies(
      chat(
        `[{"role":"user","parts":[{"text":"{{q}}"},{"inline_data":{"mime_type":"image/png","data":"${png}"}}]},{"role":"model","parts":[{"text":"So"}]}]`,
      ),
    ),
    [
      [
        { role: 'user', content: [{ text: '{{q}}' }, { file: 'attachments/image.png' }] },
        { role: 'assistant', content: [{ text: 'So' }] },
      ],
    ],
  );
});

test('the form of messages for Responses is read', () => {
  const result = chat('[{"type":"message","role":"user","content":[{"type":"input_text","text":"a"}]}]');
  assert.deepEqual([bodies(result), said(result)], [[[{ role: 'user', content: [{ text: 'a' }] }]], []]);
});

test('keys that change no answer are noted, others are left out', () => {
  const result = chat(
    '[{"role":"system","content":"","x":1},{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]}]',
  );
  assert.deepEqual(bodies(result), [[{ role: 'user', content: [{ text: 'a' }] }]]);
  assert.deepEqual(said(result), [
    'left_out x: eva does not know this key of a message (a.json:1)',
    'noted content: an empty system message says nothing (a.json:1)',
    'noted cache_control: it changes the price of a call, not its answer (a.json:1)',
  ]);
});

test('a text of a file that a message names is read', () => {
  const result = read('[a.yaml]', { 'a.yaml': '- role: user\n  content: file://q.txt\n', 'q.txt': 'Ask {{x}}' });
  assert.deepEqual(bodies(result), [[{ role: 'user', content: 'Ask {{x}}' }]]);
  const lost = read('[a.yaml]', { 'a.yaml': '- role: user\n  content: file://q.txt\n' });
  assert.deepEqual(said(lost), ['blocks file://q.txt: there is no such file (a.yaml:2)']);
});

test('a picture that a file of messages names stays a picture, and a program blocks', () => {
  const parts = '[{"type":"image_url","image_url":{"url":"file://p.png"}},{"type":"text","text":"file://make.py"}]';
  const result = read('[a.json]', {
    'a.json': `[{"role":"user","content":${parts}}]`,
    'p.png': Buffer.from(png, 'base64'),
    'make.py': 'x',
  });
  assert.deepEqual(
    result.prompts[0]?.writes?.map(({ path }) => path),
    ['attachments/p.png'],
  );
  assert.deepEqual(said(result), ['blocks file://make.py: it is a program, and an import executes nothing (a.json:1)']);
});

test('the answer that a model goes on from ends without white space', () => {
  const result = chat('[{"role":"user","content":"a "},{"role":"assistant","content":"{ \\n"}]');
  assert.deepEqual(bodies(result), [
    [
      { role: 'user', content: 'a ' },
      { role: 'assistant', content: '{' },
    ],
  ]);
  assert.equal(result.findings[0]?.effect, 'noted');
});

test('a rendered text is a chat if a provider reads it as one', () => {
  assert.deepEqual(
    ['[{"role":"user"}]', ' - role: user', '[]', '[1]', '{"role":"user"}', 'role: user'].map(isChatText),
    [true, true, false, false, false, false],
  );
});
