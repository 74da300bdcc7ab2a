import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type HostileFolder, outsideText, put, putConfig } from './hostile-folder.js';

/** Puts a file that must not be read beside the folder, and returns its path. */
function putOutside(dir: string): string {
  put(dir, '../outside/secret.txt', outsideText);
  put(dir, '../outside/tests.yaml', `- vars: { x: ${outsideText} }\n`);
  return join(dir, '../outside/secret.txt');
}

const never = [outsideText];

/** Paths that lead out of the folder, or to something that is no file. */
export const hostilePaths: readonly HostileFolder[] = [
  {
    name: 'a link out of the folder',
    never,
    make(dir) {
      const secret = putOutside(dir);
      symlinkSync(secret, join(dir, 'link.txt'));
      symlinkSync(join(dir, '../outside'), join(dir, 'folder'));
      putConfig(dir, ['tests:', '  - vars: { x: file://link.txt }', '  - file://folder/tests.yaml', '  - "**/*.yaml"']);
    },
  },
  {
    name: 'a configuration that is a link out of the folder',
    never,
    make(dir) {
      put(dir, '../outside/promptfooconfig.yaml', `prompts: [${outsideText}]\nproviders: [echo]\n`);
      symlinkSync(join(dir, '../outside/promptfooconfig.yaml'), join(dir, 'promptfooconfig.yaml'));
    },
  },
  {
    name: 'an absolute path',
    never,
    make(dir) {
      const secret = putOutside(dir);
      putConfig(dir, ['tests:', `  - vars: { x: 'file://${secret}' }`, `  - ${join(dir, '../outside/*.yaml')}`]);
    },
  },
  {
    name: 'links in a circle',
    make(dir) {
      symlinkSync('b.txt', join(dir, 'a.txt'));
      symlinkSync('a.txt', join(dir, 'b.txt'));
      symlinkSync('.', join(dir, 'self'));
      putConfig(dir, ['tests:', '  - vars: { x: file://a.txt }', '  - file://self/self/*.yaml', '  - "**/*.txt"']);
    },
  },
  {
    name: 'a folder with the name of a file',
    outcome: 'not',
    make(dir) {
      mkdirSync(join(dir, 'rows.csv'));
      mkdirSync(join(dir, 'x.txt'));
      putConfig(dir, ['tests:', '  - file://rows.csv', '  - vars: { x: file://x.txt }']);
    },
  },
  {
    name: 'a configuration that is a folder',
    outcome: 'not',
    make: (dir) => mkdirSync(join(dir, 'promptfooconfig.yaml')),
  },
  {
    name: 'a named pipe',
    outcome: 'not',
    make(dir) {
      execFileSync('mkfifo', [join(dir, 'pipe.txt'), join(dir, 'rows.csv')]);
      putConfig(dir, ['tests:', '  - file://rows.csv', '  - vars: { x: file://pipe.txt }']);
    },
  },
  {
    name: 'a configuration that is a named pipe',
    outcome: 'not',
    make: (dir) => void execFileSync('mkfifo', [join(dir, 'promptfooconfig.yaml')]),
  },
  {
    name: 'a device',
    outcome: 'not',
    make(dir) {
      symlinkSync('/dev/zero', join(dir, 'zero.txt'));
      putConfig(dir, ['tests:', '  - vars: { x: file:///dev/zero }', '  - vars: { x: file://zero.txt }']);
    },
  },
  {
    name: 'tests in node_modules',
    make(dir) {
      for (let number = 0; number < 500; number++)
        put(dir, `node_modules/p${number}/test.yaml`, '- vars: { x: wrong }\n');
      put(dir, '.hidden/test.yaml', '- vars: { x: wrong }\n');
      put(dir, 'own/test.yaml', '- vars: { x: right }\n');
      putConfig(dir, ['tests: ["**/*test.yaml"]']);
    },
  },
];
