import { type HostileFolder, put, putConfig } from './hostile-folder.js';

const withBreaks =
  'prompts: ["Say {{x}}"]\r\nproviders: [anthropic:messages:claude-opus-4-7]\r\ntests:\r\n  - vars: { x: a }\r\n';

/** Bytes that git would change, or that are no text. */
export const hostileTexts: readonly HostileFolder[] = [
  {
    name: 'a byte order mark and Windows line ends',
    outcome: 'full',
    make(dir) {
      put(dir, 'promptfooconfig.yaml', `\ufeff${withBreaks}  - file://rows.yaml\r\n`);
      put(dir, 'rows.yaml', '\ufeff- vars: { x: b }\r\n');
    },
  },
  {
    name: 'rows with a byte order mark and Windows line ends',
    outcome: 'full',
    make(dir) {
      put(dir, 'rows.csv', '\ufeffx,__expected\r\n"a\r\nb",contains: a\r\nc,contains: c\r\n');
      putConfig(dir, ['tests: file://rows.csv']);
    },
  },
  {
    name: 'a configuration in TypeScript',
    outcome: 'not',
    make: (dir) =>
      put(dir, 'promptfooconfig.ts', "import { writeFileSync } from 'node:fs';\nwriteFileSync('executed', '');\n"),
  },
  { name: 'zero bytes', make: (dir) => putConfig(dir, ['tests:', '  - vars: { x: "a\u0000b" }']) },
  {
    name: 'zero bytes in files',
    make(dir) {
      put(dir, 'x.txt', 'a\u0000b');
      put(dir, 'rows.csv', 'x,__expected\na\u0000b,contains: \u0000\n');
      putConfig(dir, ['tests:', '  - vars: { x: file://x.txt }', '  - file://rows.csv']);
    },
  },
  {
    name: 'bytes that are no UTF-8',
    make(dir) {
      put(dir, 'x.txt', Uint8Array.of(0xff, 0xfe, 0x41, 0xc3, 0x28));
      putConfig(dir, ['tests:', '  - vars: { x: file://x.txt }']);
    },
  },
  {
    name: 'a configuration that is no UTF-8',
    make: (dir) => put(dir, 'promptfooconfig.yaml', Uint8Array.of(0xff, 0xfe, 0x70, 0x00, 0x72, 0x00)),
  },
  {
    name: 'half of a pair of surrogates',
    make: (dir) =>
      put(
        dir,
        'promptfooconfig.json',
        '{"prompts":["Say {{x}} \\ud800"],"providers":["echo"],"tests":[{"vars":{"x":"\\udc00"}}]}',
      ),
  },
  {
    name: 'a picture that is none',
    make(dir) {
      put(dir, 'x.png', '<svg onload="alert(1)"/>');
      put(dir, 'chat.json', '[{"role":"user","content":[{"type":"image_url","image_url":{"url":"{{x}}"}}]}]');
      put(
        dir,
        'promptfooconfig.yaml',
        'prompts: [file://chat.json]\nproviders: [openai:chat:gpt-4o]\ntests: [{ vars: { x: file://x.png } }]\n',
      );
    },
  },
  {
    name: 'rows without an end, a head or a sense',
    make(dir) {
      put(dir, 'a.csv', '');
      put(dir, 'b.csv', 'x,x,__expected\n1\n1,2,3,4,5\n"a"b,c\n');
      put(dir, 'c.jsonl', '{"vars": {"x": 1}}\n{broken\n[1]\n"text"\nnull\n');
      put(dir, 'd.json', '[1, "a", null, {"vars": {"x": "a"}}');
      putConfig(dir, ['tests: [file://a.csv, file://b.csv, file://c.jsonl, file://d.json]']);
    },
  },
];
