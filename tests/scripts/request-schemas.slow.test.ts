import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('The schemas of request bodies are those of the installed packages of both APIs', async () => {
  await promisify(execFile)(process.execPath, ['scripts/request-schemas.js', '--check']);
});
