import { bad, evalFile, goodCase } from './fixture.js';

const laughs = [
  'a: &a ["lol", "lol", "lol", "lol", "lol", "lol", "lol", "lol", "lol", "lol"]',
  ...['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, index) => {
    const before = 'abcdefgh'[index];
    return `${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`;
  }),
].join('\n');

export const yamlSyntax = [
  bad('a quote is not closed', evalFile('cases:\n  - name: "happy\n    assert: []\n')),
  bad('a key is indented too little', evalFile('cases:\n    - name: happy\n   assert: []\n')),
  bad('a text holds a colon and a space', evalFile('cases:\n  - name: happy\n    rubric: Score: 1 to 5\n')),
  bad('a key has no colon', evalFile('defaults\n  model: claude-opus-4-7\n')),
  bad('a text begins with @', evalFile('cases:\n  - name: @happy\n')),
  bad('a text begins with a backtick', evalFile('cases:\n  - name: `happy`\n')),
  bad('a text begins with %', evalFile('cases:\n  - name: %happy\n')),
  bad('an escape does not exist', evalFile('cases:\n  - name: "a\\qb"\n')),
  bad('the file is one text', evalFile('cases\n')),
  bad('the file is null', evalFile('null\n')),
  bad('the file is a list', evalFile('- name: happy\n')),
  bad('two documents in one file', evalFile(`${goodCase}---\n${goodCase}`)),
  bad('a key is a list', evalFile('? [a, b]\n: c\n')),
  bad('a key is null', evalFile('~: c\n')),
  bad('a key is true', evalFile('true: c\n')),
  bad('a merge key', evalFile('base: &base { rubric: x }\ncases:\n  - <<: *base\n    name: happy\n')),
  bad('an alias without an anchor', evalFile('cases:\n  - name: *nobody\n')),
  bad('a tag that makes a function', evalFile('cases: !!js/function "function () {}"\n')),
  bad('a tag of its own', evalFile('cases:\n  - !case { name: a }\n')),
  bad('a tag that says text', evalFile('cases:\n  - name: !!str 7\n')),
  bad('NaN', evalFile('defaults: { timeout_s: .nan }\n')),
  bad('minus infinity', evalFile('defaults: { timeout_s: -.INF }\n')),
  bad('an escape sequence of a terminal', evalFile('cases:\n  - name: "\x1b[2Jhappy"\n')),
  bad('a billion laughs', evalFile(laughs)),
  bad('fifty thousand brackets', evalFile(`cases: ${'['.repeat(50_000)}`)),
  bad('an unknown YAML directive', evalFile('%YAML 9.9\n---\ncases: []\n')),
  bad('JSON with a comment of another language', evalFile('{"cases": [] // none yet\n}\n')),
];
