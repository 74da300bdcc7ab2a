import assert from 'node:assert/strict';
import test from 'node:test';
import { newMeta, setStatus } from '#library/prompts.js';

const change = { status: 'ready', updated: '2026-11-21' } as const;
const edited = (text: string) => setStatus(text, 'prompts/diff/meta.yml', change).value;

const kept: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'comments, order and blank lines': [
    '# A prompt.\nid: diff\n\nstatus:   tested   # since March\ntags: [a,  b]\nupdated: 2026-01-03 # by hand\n',
    '# A prompt.\nid: diff\n\nstatus:   ready   # since March\ntags: [a,  b]\nupdated: 2026-11-21 # by hand\n',
  ],
  'quotes of both kinds': [
    `id: diff\nupdated: '2026-01-03'\nstatus: "tested"\n`,
    `id: diff\nupdated: '2026-11-21'\nstatus: "ready"\n`,
  ],
  'CRLF and a byte order mark': [
    '\uFEFFid: diff\r\nstatus: tested\r\nupdated: 2026-01-03\r\ntitle: é\r\n',
    '\uFEFFid: diff\r\nstatus: ready\r\nupdated: 2026-11-21\r\ntitle: é\r\n',
  ],
  'a missing last newline': ['status: tested\nupdated: 2026-01-03', 'status: ready\nupdated: 2026-11-21'],
  'the same words elsewhere': [
    'title: "status: tested"\nnotes: |\n  status: tested\n  updated: 2026-01-03\nnested:\n  status: tested\nstatus: tested\nupdated: 2026-01-03\n',
    'title: "status: tested"\nnotes: |\n  status: tested\n  updated: 2026-01-03\nnested:\n  status: tested\nstatus: ready\nupdated: 2026-11-21\n',
  ],
  'characters outside of the basic plane before the values': [
    'title: 😀😀 "é"\nstatus: tested\nupdated: 2026-01-03\n',
    'title: 😀😀 "é"\nstatus: ready\nupdated: 2026-11-21\n',
  ],
  'a mapping in braces': [
    '{id: diff, status: tested, updated: 2026-01-03}\n',
    '{id: diff, status: ready, updated: 2026-11-21}\n',
  ],
  'numbers and dates as they were written': [
    'version: 1.10\nstatus: tested\nupdated: 2026-01-03\ncreated: 2025-01-01\nbig: 12345678901234567890\n',
    'version: 1.10\nstatus: ready\nupdated: 2026-11-21\ncreated: 2025-01-01\nbig: 12345678901234567890\n',
  ],
  'the value that a reference refers to': [
    'mood: &s tested\nstatus: *s\nupdated: 2026-01-03\n',
    'mood: &s tested\nstatus: ready\nupdated: 2026-11-21\n',
  ],
  'a value on the line after its key': [
    'status:\n  tested\nupdated: 2026-01-03\n',
    'status:\n  ready\nupdated: 2026-11-21\n',
  ],
};
for (const [what, [before, after]] of Object.entries(kept)) {
  test(`a change of status keeps ${what}`, () => assert.equal(edited(before), after));
}

const added: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'an empty file': ['', 'status: ready\nupdated: 2026-11-21\n'],
  'a byte order mark alone': ['\uFEFF', '\uFEFFstatus: ready\nupdated: 2026-11-21\n'],
  'comments alone': ['# To do.\n\n# Soon.\n', '# To do.\n\n# Soon.\nstatus: ready\nupdated: 2026-11-21\n'],
  'a comment without a line end': ['# To do.', '# To do.\nstatus: ready\nupdated: 2026-11-21\n'],
  'a document mark alone': ['---\n', '---\nstatus: ready\nupdated: 2026-11-21\n'],
  'an empty mapping': ['{}\n', '{status: ready, updated: 2026-11-21}\n'],
  'an empty mapping with a comment': ['{ # to do\n}\n', '{status: ready, updated: 2026-11-21 # to do\n}\n'],
  'a mapping in braces': ['{ id: diff }\n', '{ id: diff, status: ready, updated: 2026-11-21 }\n'],
  'a mapping in braces over several lines, with a last comma': [
    '{\n  id: diff, # its folder\n}\n',
    '{\n  id: diff, status: ready, updated: 2026-11-21, # its folder\n}\n',
  ],
  'a mapping in braces that has a date': ['{updated: 2026-01-03}\n', '{updated: 2026-11-21, status: ready}\n'],
  'neither key': ['id: diff\n# the end\n', 'id: diff\n# the end\nstatus: ready\nupdated: 2026-11-21\n'],
  'a status alone': ['status: tested # by us', 'status: ready # by us\nupdated: 2026-11-21\n'],
  'a date alone': ['updated: "2026-01-03"\ntitle: x\n', 'updated: "2026-11-21"\ntitle: x\nstatus: ready\n'],
  'CRLF and a byte order mark': [
    '\uFEFF# To do.\r\nid: diff\r\n',
    '\uFEFF# To do.\r\nid: diff\r\nstatus: ready\r\nupdated: 2026-11-21\r\n',
  ],
  'lines that are indented': [
    '  id: diff\n  title: x\n',
    '  id: diff\n  title: x\n  status: ready\n  updated: 2026-11-21\n',
  ],
  'a text over several lines': [
    'id: diff\nnotes: |\n  one',
    'id: diff\nnotes: |\n  one\nstatus: ready\nupdated: 2026-11-21\n',
  ],
  'a text whose last blank lines belong to it': [
    'notes: |+\n  one\n\n\n',
    'notes: |+\n  one\n\n\nstatus: ready\nupdated: 2026-11-21\n',
  ],
  'the end of a document': ['---\nid: diff\n...\n', '---\nstatus: ready\nupdated: 2026-11-21\nid: diff\n...\n'],
  'the same keys deeper': [
    'promotion:\n  status: x\n',
    'promotion:\n  status: x\nstatus: ready\nupdated: 2026-11-21\n',
  ],
};
for (const [what, [before, after]] of Object.entries(added)) {
  test(`missing keys are added to ${what}`, () => assert.equal(edited(before), after));
}

test('a new file has status and both days', () => {
  assert.equal(newMeta(change), 'status: ready\ncreated: 2026-11-21\nupdated: 2026-11-21\n');
});

test('a date that is already today stays', () => {
  assert.equal(edited('status: tested\nupdated: 2026-11-21\n'), 'status: ready\nupdated: 2026-11-21\n');
});

const refused: Readonly<Record<string, string>> = {
  'a status that other keys refer to': 'status: &s tested\nmood: *s\nupdated: 2026-01-03\n',
  'the end of a document, after which nothing may be added': '---\n# to do\n...\n',
  'no value where the status belongs': 'status:\nupdated: 2026-01-03\n',
  'a list': '- status\n- updated\n',
};
for (const [what, text] of Object.entries(refused)) {
  test(`${what} is refused, since an edit would change another value`, () => {
    const { value, problems } = setStatus(text, 'prompts/diff/meta.yml', change);
    assert.equal(value, null);
    assert.deepEqual(
      problems.map((one) => one.code),
      ['EVA_META_EDIT'],
    );
  });
}

test('a file that is not YAML is a problem', () => {
  const { value, problems } = setStatus('status: [\n', 'prompts/diff/meta.yml', change);
  assert.equal(value, null);
  assert.equal(problems[0]?.at?.file, 'prompts/diff/meta.yml');
});
