import { aCaseWithout, aCheck, bad, bodyFile, evalFile } from './fixture.js';

const from = (path: string) => aCaseWithout(`inputs_from: '${path}'`);
const file = (path: string) => aCaseWithout(`files: { code: '${path}' }`);
const link = (target: string) => ({ link: target }) as const;

export const paths = [
  bad('inputs_from is absolute', from('/etc')),
  bad('inputs_from is in the home directory', from('~/inputs')),
  bad('inputs_from is an address', from('file:///etc')),
  bad('inputs_from holds a NUL', aCaseWithout('inputs_from: "examples\\0/one"')),
  bad('inputs_from is a link out of the library', {
    ...from('examples/one'),
    'prompts/diff/examples/one': link('/etc'),
  }),
  bad('inputs.yml is a link to itself', {
    ...from('examples/one'),
    'prompts/diff/examples/one/inputs.yml': link('inputs.yml'),
  }),
  bad('a file is a link to a device', { ...file('zero.txt'), 'prompts/diff/zero.txt': link('/dev/zero') }),
  bad('a file is a link out of the library', { ...file('passwd'), 'prompts/diff/passwd': link('/etc/passwd') }),
  bad('a file lies behind a linked directory', {
    ...file('outside/passwd'),
    'prompts/diff/outside': link('/etc'),
  }),
  bad('a path is longer than a file system allows', file(`examples/${'a'.repeat(5000)}.txt`)),
  bad('a file is hidden', { ...file('.env'), '.env': 'KEY=1' }),
  bad('a file is a link to a hidden one', {
    ...file('x'),
    '.env': 'KEY=1',
    'prompts/diff/x': link('../../.env'),
  }),
  bad('prompt.xml is a link to a hidden file', { ...bodyFile(link('../../.env')), '.env': 'KEY=1' }),
  bad('a schema is a link out of the library', {
    ...aCheck('json_schema: schema.json'),
    'prompts/diff/schema.json': link('/etc/passwd'),
  }),
  bad('eval.yml is a link out of the library', evalFile(link('/etc/passwd'))),
  bad('eval.yml is a directory', evalFile({ directory: true })),
  bad('eval.yml is a link to itself', evalFile(link('eval.yml'))),
  bad('eva.yml is a link out of the library', { 'eva.yml': link('/etc/passwd') }),
  bad('eva.yml is a directory', { 'eva.yml': { directory: true } }),
];
