import assert from 'node:assert/strict';
import test from 'node:test';
import { namedVariables, programEnvironment } from '#provider/process/start-program.js';

const env = {
  PATH: '/bin',
  HOME: '/home/a',
  LC_ALL: 'C',
  EVA_ROOT: '/lib',
  EVA_KEY: 'k',
  EVA_API_TOKEN: 't',
  ANTHROPIC_API_KEY: 'sk-1',
  AWS_PROFILE: 'p',
  CLAUDE_CONFIG_DIR: '/c',
  UNSET: undefined,
};

test('a program gets paths, the language and EVA_ variables, but no keys', () => {
  assert.deepEqual(programEnvironment(env), { PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', EVA_ROOT: '/lib' });
});

test('further variables are passed only on request', () => {
  assert.equal(programEnvironment(env, [], /^CLAUDE_/)['CLAUDE_CONFIG_DIR'], '/c');
  assert.equal('CLAUDE_CONFIG_DIR' in programEnvironment(env), false);
});

test('a withheld variable is not passed, whatever its name', () => {
  assert.equal('EVA_ROOT' in programEnvironment(env, ['EVA_ROOT']), false);
  assert.equal('CLAUDE_CONFIG_DIR' in programEnvironment(env, ['CLAUDE_CONFIG_DIR'], /^CLAUDE_/), false);
});

test('PATH keeps its absolute entries only', () => {
  const pathOf = (PATH: string) => programEnvironment({ PATH })['PATH'];
  assert.equal(pathOf('.:/usr/bin::bin:./x:../y:/bin:'), '/usr/bin:/bin');
  for (const PATH of ['', '.', ':', 'node_modules/.bin', './:..']) assert.equal(pathOf(PATH), undefined, PATH);
});

test('a property of every object is not a variable', () => {
  assert.deepEqual(namedVariables({ BOT_KEY: 'k' }, ['BOT_KEY', 'constructor', '__proto__', 'UNSET']), {
    BOT_KEY: 'k',
  });
});
