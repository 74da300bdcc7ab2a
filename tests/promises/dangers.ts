import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { SeenRequest } from '../support/fake-http.js';
import { type Files, goodEval, tempLibrary } from '../support/temp-library.js';
import { type OpenLibrary, openLibrary } from './open-library.js';

/** A program that tells that it ran. */
export const script = '#!/bin/sh\ncat >/dev/null\necho ran >> "$EVA_SENTINEL"\necho "<diff>"\n';
/** The good cases with another check. */
export const evalWith = (check: string) => goodEval.replace('contains: "<diff>"', check);

/** An application that tells that it ran. */
const bot = 'while read -r line; do echo ran >> "$EVA_SENTINEL"; echo \'{"response": "<diff>"}\'; done\n';
/** One message each to a program; 5 of 5 are enough for half of them. */
const scenario = `scenarios:
  - title: happy
    given: Somebody has a file.
    when: They ask for a change.
    inputs: { code: "x = 1" }
    max_turns: 1
    sample_size: 5
    app: { command: [sh, ./bot.sh], env: [FIRST] }
    then:
      - assert: [{ contains: "<diff>" }]
        criteria: { proportion_gte: { proportion: 0.5 } }
`;
/** What the simulated user says, and what every other model does. */
const answer = (body: SeenRequest['body']) =>
  body.tool_choice?.name === 'next_message' ? { tool_input: { message: 'Change it.', next: 'continue' } } : '<diff>';

/** Something that must not happen before it is trusted. */
export interface Danger {
  readonly what: string;
  readonly files: (url: string) => Files;
  /** Changes that must revoke trust: file, what stands there, what takes its place. */
  readonly edits: readonly (readonly [file: string, from: string, to: string])[];
}

export const dangers: readonly Danger[] = [
  {
    what: 'a command check',
    files: () => ({ 'prompts/diff/check.sh': script, 'prompts/diff/eval.yml': evalWith('command: ["./check.sh"]') }),
    edits: [
      ['prompts/diff/check.sh', 'echo ran', 'echo  ran'],
      ['prompts/diff/eval.yml', '"./check.sh"', '"./check.sh", "-x"'],
    ],
  },
  {
    what: 'a check that an interpreter runs',
    files: () => ({ 'prompts/diff/check.sh': script, 'prompts/diff/eval.yml': evalWith('command: [sh, check.sh]') }),
    edits: [['prompts/diff/check.sh', 'echo ran', 'echo  ran']],
  },
  {
    what: 'a command provider',
    files: () => ({
      'answer.sh': script,
      'eva.yml': 'providers: { mine: { type: command, command: [./answer.sh] } }\n',
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'command:mine'),
    }),
    edits: [
      ['answer.sh', 'echo ran', 'echo  ran'],
      ['eva.yml', './answer.sh', './answer.sh, -x'],
    ],
  },
  {
    what: 'a server elsewhere',
    files: (url) => ({
      'eva.yml': `providers: { far: { type: openai, base_url: "${url.replace('127.0.0.1', '0.0.0.0')}/v1", api_key_env: FAR } }\n`,
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'far:gpt'),
    }),
    edits: [
      ['eva.yml', '/v1"', '/v2"'],
      ['eva.yml', 'FAR', 'ANTHROPIC_API_KEY'],
    ],
  },
  {
    what: 'a server on this machine',
    files: (url) => ({
      'eva.yml': `providers: { openai: { type: openai, base_url: "${url}/v1" } }\n`,
      'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'openai:gpt'),
    }),
    edits: [['eva.yml', '/v1"', '/v2"']],
  },
  {
    what: 'an application',
    files: () => ({ 'prompts/diff/bot.sh': bot, 'prompts/diff/eval.yml': scenario }),
    edits: [
      ['prompts/diff/bot.sh', 'echo ran', 'echo  ran'],
      ['prompts/diff/eval.yml', './bot.sh', './bot.sh, -x'],
      ['prompts/diff/eval.yml', '[FIRST]', '[FIRST, SECOND]'],
    ],
  },
];

/** A name that eva.yml gives to a variable of the user, whatever it was made for. */
export const otherKey: Danger = {
  what: 'a key for a server on this machine',
  files: (url) => ({
    'eva.yml': `providers: { near: { type: openai, base_url: "${url}/v1", api_key_env: NEAR } }\n`,
    'prompts/diff/eval.yml': goodEval.replace('claude-opus-4-7', 'near:gpt'),
  }),
  edits: [['eva.yml', 'NEAR', 'GITHUB_TOKEN']],
};

export interface Watched extends OpenLibrary {
  /** True if it happened since the last time this was asked. */
  readonly happened: () => boolean;
  readonly dataHome: string;
  readonly trustFile: string;
  readonly edit: (file: string, from: string, to: string) => void;
}

/** The library with a danger, a trust file of its own, and an eye on whether the danger happens. */
export async function watch(t: TestContext, { files }: Pick<Danger, 'files'>): Promise<Watched> {
  const server = await startFakeChatApi({ answer: () => '<diff>' });
  t.after(() => server.close());
  const outside = tempLibrary(t, {});
  const [sentinel, dataHome] = [join(outside, 'ran'), join(outside, 'data')];
  const env = { EVA_SENTINEL: sentinel, XDG_DATA_HOME: dataHome };
  const library = await openLibrary(t, { files: files(server.url), env, answer });
  let seen = 0;
  return {
    ...library,
    dataHome,
    trustFile: join(dataHome, 'eva/trust.json'),
    happened: () => {
      const count = server.requests.length + (existsSync(sentinel) ? readFileSync(sentinel).length : 0);
      const isMore = count > seen;
      seen = count;
      return isMore;
    },
    edit: (file, from, to) => {
      const text = readFileSync(join(library.root, file), 'utf8');
      assert.ok(text.includes(from), `${file} holds ${from}`);
      writeFileSync(join(library.root, file), text.replace(from, to));
    },
  };
}

/** Throws unless every eval is refused, and nothing happens. */
export async function assertRefused({ eva, happened }: Watched, code = 'EVA_NOT_TRUSTED'): Promise<void> {
  for (const more of [[], ['--case', 'happy'], ['--json']]) {
    const { exitCode, stderr } = await eva('eval', 'diff', ...more);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, new RegExp(code));
    assert.equal(happened(), false);
  }
}

/** Throws unless an eval is green and the danger happens. */
export async function assertRuns({ eva, happened }: Watched, ...more: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', ...more);
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(happened(), true);
}
