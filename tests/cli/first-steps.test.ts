import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { startFakeChatApi } from '../support/fake-chat-api.js';
import type { FakeServer } from '../support/fake-http.js';
import { startFakeMessagesApi } from '../support/fake-messages-api.js';
import { runEva } from '../support/run-eva.js';
import { tempLibrary } from '../support/temp-library.js';
import type { FirstStep, Step } from './first-steps/fixture.js';
import { mistakes } from './first-steps/mistakes.js';

const isUpdate = process.env['U'] === '1';

/** A model and a judge that answer everything well. */
const answer = { text: 'Hello Ada, how lovely to see you!', verdict: { reason: 'It is friendly.', score: 5 } };

let chat: FakeServer;
let messages: FakeServer;
before(async () => {
  chat = await startFakeChatApi({
    answer: ({ tool_choice }) => (tool_choice?.function ? { tool_input: answer.verdict } : answer.text),
  });
  messages = await startFakeMessagesApi({
    answer: ({ tool_choice }) => (tool_choice?.name ? { tool_input: answer.verdict } : answer.text),
  });
});
after(async () => {
  await chat.close();
  await messages.close();
});

const path = 'tests/cli/first-steps/golden.txt';
const told: string[] = [];
for (const fixture of mistakes) {
  test(`${fixture.mistake}: the hint works when it is followed`, async (t) => {
    const transcript = `## ${fixture.mistake}\n${await follow(fixture, t)}`;
    told.push(transcript);
    if (!isUpdate) assert.equal(transcript, goldenOf(path).get(fixture.mistake));
  });
}

test('the golden file has exactly these mistakes', { skip: isUpdate }, () => {
  assert.deepEqual(
    [...goldenOf(path).keys()],
    mistakes.map(({ mistake }) => mistake),
  );
});

after(() => {
  if (isUpdate && told.length > 0) writeFileSync(path, told.join('\n'));
});

/** Makes the mistake, does what each message tells, and returns everything that was seen on a terminal of 80 columns. */
async function follow(fixture: FirstStep, t: TestContext): Promise<string> {
  const top = tempLibrary(t, fixture.files);
  for (const line of fixture.before ?? []) inShell(line, top);
  const root = join(top, fixture.folder ?? '');
  const lines: string[] = [];
  const env: Record<string, string> = { ...keys(), ...fixture.env, XDG_DATA_HOME: join(tempLibrary(t, {}), 'data') };
  const type = async (command: string, typed?: string) => {
    const output = await onTerminal(command, { root, top, env, ...(typed !== undefined && { typed }) });
    // a run that goes well says the same after each mistake: one is shown whole
    const isRepeated = output.exitCode === 0 && !output.said.includes('EVA_') && fixture !== mistakes[0];
    lines.push(`$ ${command}\n${isRepeated ? '' : output.said}exit ${output.exitCode}\n`);
    return output;
  };
  let seen = await type(fixture.command);
  for (const [index, steps] of fixture.rounds.entries()) {
    for (const step of steps) {
      assertTold(step, seen.said, fixture.mistake);
      lines.push(`— the hint: ${inWords(step)}\n`);
      if ('type' in step) seen = await type(step.type, step.answer);
      else if ('shell' in step) inShell(step.shell, root);
      else if ('set' in step) env[step.set] = step.to;
      else change(root, step);
    }
    const isLast = index === fixture.rounds.length - 1;
    if (isLast && fixture.finally && fixture.finally !== fixture.command)
      assertTold({ type: fixture.told ?? fixture.finally }, seen.said, fixture.mistake);
    seen = await type((isLast && fixture.finally) || fixture.command);
  }
  assert.equal(seen.exitCode, fixture.exitCode ?? 0, lines.join(''));
  return lines.join('');
}

interface Place {
  readonly root: string;
  /** The folder of all files. */
  readonly top: string;
  readonly env: Readonly<Record<string, string>>;
  readonly typed?: string;
}

/** Runs a command line, and returns its output without colours, the progress line and times. */
async function onTerminal(command: string, { root, top, env, typed }: Place) {
  const [program, ...argv] = (command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^["']|["']$/g, ''),
  );
  assert.equal(program, 'eva');
  const options = { cwd: root, columns: 80, env: { NO_COLOR: '1', ...env }, ...(typed !== undefined && { typed }) };
  const { exitCode, stdout, stderr } = await runEva(argv, options);
  const said = (typed === undefined ? `${stderr}${stdout}` : `${stdout}${stderr}`)
    .replaceAll(env['XDG_DATA_HOME'] ?? '', '~/.local/share')
    .replaceAll(root, '.')
    .replaceAll(top, '..')
    .replaceAll(chat.url, 'http://chat')
    .replaceAll(messages.url, 'http://messages')
    .replaceAll(new URL(messages.url).host, 'MESSAGES')
    .replaceAll(new URL(chat.url).host, 'CHAT')
    .replace(/[^\n]*\x1b\[\d*[JK]/g, '')
    .replace(/\r|\x1b\[\d*[A-Za-z]/g, '')
    .replace(/^ {3}\S+ {2}\d+ of \d+(?: items)?(?: · .*)?\n/gm, '') // how far a case is, where it takes long
    .replace(/\b\d+(\.\d+)?m?s\b(?= · )/g, '…s')
    .replace(/\b\d{8}T\d{6}Z-[\da-f]{6}\b/g, 'RUN')
    .replace(/(median s ) .*/g, '$1 …')
    .replace(/(?: \S+ × .*\n)+/g, sortedLines);
  for (const line of said.split('\n')) {
    const isCopied = line.includes('$schema=');
    assert.ok(isCopied || [...line].length <= 80, `wider than 80 columns: ${line}`);
  }
  return { said, exitCode };
}

/** Sorts lines of progress: those of several models come in the order in which the models answer. */
function sortedLines(lines: string): string {
  return lines.match(/.*\n/g)?.sort().join('') ?? '';
}

function keys(): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: 'key-of-anthropic',
    OPENAI_API_KEY: 'key-of-openai',
    ANTHROPIC_BASE_URL: messages.url,
    OPENAI_BASE_URL: `${chat.url}/v1`,
  };
}

/** Fails unless the message tells this step: so that no fixture knows more than the person who reads it. */
function assertTold(step: Step, said: string, mistake: string): void {
  const message = squeezed(said.replace(/^ *\| [= ] ?/gm, '').replace(/^ *\d+ \| .*$/gm, ''));
  const written = 'says' in step && step.says !== undefined ? step.says : wanted(step);
  const told = squeezed(written);
  assert.ok(told !== '' && message.includes(told), `${mistake}: the message does not say ${written}\n${said}`);
}

function wanted(step: Step): string {
  if ('type' in step) return step.type;
  if ('set' in step) return step.set;
  if ('shell' in step) return step.shell;
  if ('rename' in step) return step.to.split('/').at(-1) ?? '';
  return step.write;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}

function inWords(step: Step): string {
  const says = 'says' in step && step.says !== undefined ? `“${step.says}”: ` : '';
  if ('type' in step) return `type ${step.type}${step.answer === undefined ? '' : ` and answer ${step.answer}`}`;
  if ('set' in step) return `set ${step.set}`;
  if ('shell' in step) return `${says}type ${step.shell}`;
  if ('rename' in step) return `${says}rename ${step.rename} to ${step.to}`;
  if ('create' in step) return `${says}create ${step.create}\n${indented('+', step.write)}`;
  return `${says}edit ${step.in}\n${indented('-', step.over)}\n${indented('+', step.write)}`;
}

function indented(sign: string, text: string): string {
  if (text === '') return `    ${sign}`;
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `    ${sign} ${line}`).join('\n');
}

const gitEnv = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b.c',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b.c',
};

function inShell(line: string, cwd: string): void {
  execFileSync('sh', ['-ec', line], { cwd, env: gitEnv, stdio: 'pipe' });
}

type Edit = Exclude<Step, { readonly type: string } | { readonly set: string } | { readonly shell: string }>;

function change(root: string, step: Edit): void {
  if ('rename' in step) {
    mkdirSync(dirname(join(root, step.to)), { recursive: true });
    renameSync(join(root, step.rename), join(root, step.to));
    return;
  }
  if ('create' in step) {
    mkdirSync(dirname(join(root, step.create)), { recursive: true });
    writeFileSync(join(root, step.create), step.write);
    return;
  }
  const file = join(root, step.in);
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(step.over), `${step.in} has no ${step.over}`);
  writeFileSync(
    file,
    text.replace(step.over, () => step.write),
  );
}

/** Reads the transcripts of one theme by their mistakes. */
function goldenOf(path: string): ReadonlyMap<string, string> {
  const sections = readFileSync(path, 'utf8').split(/^(?=## )/m);
  return new Map(
    sections.map((section, index) => {
      const isLast = index === sections.length - 1;
      return [section.slice(3, section.indexOf('\n')), isLast ? section : section.slice(0, -1)];
    }),
  );
}
