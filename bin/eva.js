#!/usr/bin/env node
// Too old a Node and a checkout without dist/ are answered here: no other module of eva could be loaded to say so.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const launcher = new URL('../dist/cli/launch.js', import.meta.url);
const folder = fileURLToPath(new URL('..', import.meta.url));
if (major < 20 || (major === 20 && minor < 19))
  refuse(
    `eva needs Node 20.19 or newer, and this is Node ${process.versions.node}; install a newer one from https://nodejs.org`,
  );
else if (!existsSync(launcher))
  refuse(
    `eva is not built: ${folder}dist/cli/launch.js is missing; run   ${existsSync(`${folder}node_modules`) ? 'npm run build' : 'npm ci'}   in ${folder}`,
  );
else
  import(launcher.href).catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    refuse(`a file that eva needs is missing; run   npm ci   in the project that has eva: ${error.message}`);
  });

function refuse(message) {
  process.stderr.write(`${message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')}\n`);
  process.exitCode = 2;
}
