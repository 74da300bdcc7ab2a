// node mistakes.js, in a checkout: prints the mistakes that its tests list, as JSON: `[{ name, files, argv, env }]`. A file that is not
// a text is `{ base64 }`, or `{ link }`, `{ directory }` or null as in the tests.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const open = (path) => import(pathToFileURL(resolve('dist-tests', path)).href);
const { themes } = await open('cli/bad-input/index.js');
const { goodPrompt } = await open('support/temp-library.js');

const asJson = (content) =>
  content instanceof Uint8Array ? { base64: Buffer.from(content).toString('base64') } : content;
const mistakes = Object.entries(themes).flatMap(([theme, fixtures]) =>
  fixtures.map(({ mistake, files, argv, env }) => {
    const all = Object.entries({ ...goodPrompt(), ...files }).map(([path, content]) => [path, asJson(content)]);
    return { name: `${theme}: ${mistake}`, files: Object.fromEntries(all), changed: Object.keys(files), argv, env };
  }),
);
process.stdout.write(JSON.stringify(mistakes), () => process.exit());
