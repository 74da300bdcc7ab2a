import assert from 'node:assert/strict';
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { followTutorial } from '../docs/follow-tutorial.js';
import { testShell } from '../support/shell.js';

// The package as `npm pack ./dist-package` makes it, installed into a folder of its own. Nothing is downloaded: the folder links to the packages
// of this checkout.

const temporary = mkdtempSync(join(tmpdir(), 'eva-package-'));
const checkout = join(temporary, 'checkout');
const user = join(temporary, 'user');
const installed = join(user, 'node_modules/eva-harness');
let packed: readonly string[] = [];
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const dependencies = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];

before(() => {
  mkdirSync(checkout);
  const parts = [
    'bin',
    'schemas',
    'scripts',
    'src',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'docs',
  ];
  cpSync('examples/ci', join(checkout, 'examples/ci'), { recursive: true });
  for (const part of parts) cpSync(part, join(checkout, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
  succeeded(run(['npm', 'run', 'bundle'], checkout));
  const { stdout } = succeeded(run(['npm', 'pack', './dist-package', '--json', '--offline'], checkout));
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1));
  packed = files.map(({ path }: { readonly path: string }) => path);

  succeeded(run(['tar', '-xzf', join(checkout, filename), '-C', temporary], temporary));
  cpSync(join(temporary, 'package'), installed, { recursive: true });
  for (const name of dependencies) {
    mkdirSync(dirname(join(user, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(user, 'node_modules', name));
  }
  cpSync('prompts', join(user, 'prompts'), { recursive: true });
});

after(() => rmSync(temporary, { recursive: true, force: true }));

function run(line: readonly string[], cwd: string): SpawnSyncReturns<string> {
  const [program = '', ...args] = line;
  const env = { PATH: process.env['PATH'], HOME: temporary };
  return spawnSync(program, args, { cwd, env, encoding: 'utf8' });
}

function succeeded(ended: SpawnSyncReturns<string>): SpawnSyncReturns<string> {
  assert.equal(ended.status, 0, ended.stderr || ended.stdout);
  return ended;
}

const eva = (launcher: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = run([process.execPath, join(launcher, 'bin/eva.js'), ...args], user);
  return { status, stdout, stderr };
};

test('the package has few files, and none that only a checkout needs', () => {
  const modules = packed.filter((path) => path.startsWith('dist/') && path.endsWith('.js'));
  assert.ok(modules.length < 45, `${modules.length} modules`);
  const known =
    /^(bin\/eva\.js|dist\/[^.].*\.(c?js|d\.ts)|dist\/completion\/eva\.(bash|fish)|dist\/licenses\.txt|schemas\/.+\.json|docs\/(guide|reference)\/[^/]+\.(md|mjs)|examples\/ci\/.+|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/;
  assert.deepEqual(
    packed.filter((path) => !known.test(path)),
    [],
  );
});

test('the lines of the library are short, since Node prints the one of an error that nobody catches', () => {
  const dist = join(installed, 'dist');
  const modules = readdirSync(dist).filter((name) => name.endsWith('.js') && name !== 'browser.js');
  const longest = modules.flatMap((name) => readFileSync(join(dist, name), 'utf8').split('\n'));
  assert.ok(Math.max(...longest.map((line) => line.length)) <= 1000);
});

test('the licences of the packages that the bundle includes lie beside it', () => {
  const licenses = readFileSync(join(installed, 'dist/licenses.txt'), 'utf8');
  const included = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, name = '']) => name);
  const ofPages = ['d3-array', 'd3-path', 'd3-shape', 'preact', 'preact-render-to-string'];
  assert.deepEqual(included.sort(), ['commander', ...ofPages, 'kleur', 'yaml'].sort());
  for (const name of included) {
    const file = readdirSync(join('node_modules', name)).find((entry) => /^license$/i.test(entry)) ?? '';
    assert.ok(licenses.includes(readFileSync(join('node_modules', name, file), 'utf8').trim()), name);
  }
});

test('every link of the packed pages leads to a file of the package', () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  const dead = pages.flatMap((page) => {
    const prose = readFileSync(join(installed, page), 'utf8')
      .replace(/^```[\s\S]*?^```$/gm, '')
      .replace(/`[^`\n]*`/g, '');
    const links = [...prose.matchAll(/(?:\]\(|src=")([^()#\s:"]+)(?=[)#"])/g)].map(([, path = '']) => path);
    return links.filter((path) => !existsSync(join(installed, dirname(page), path))).map((path) => `${page}: ${path}`);
  });
  assert.ok(pages.length > 30);
  assert.deepEqual(dead, []);
});

test('the commands of the tutorial lead from an empty folder to a gate that is red and then green', async (t) => {
  const { verdicts, root } = await followTutorial(t, testShell(t, installed));
  assert.deepEqual(verdicts, ['red', 'green']);
  assert.match(readFileSync(join(root, 'prompts/route/meta.yml'), 'utf8'), /^status: ready$/m);
  assert.ok(existsSync(join(root, '.github/workflows/eva.yml')));
  assert.match(readFileSync(join(root, 'out/report.html'), 'utf8'), /late-parcel/);
});

test('packing leaves the checkout as tsc builds it, and its package.json', () => {
  const built = readdirSync(join(checkout, 'dist'), { recursive: true }).map(String);
  assert.deepEqual([built.includes('cli/main.js'), built.filter((path) => path.startsWith('chunk-'))], [true, []]);
  assert.equal(readFileSync(join(checkout, 'package.json'), 'utf8'), readFileSync('package.json', 'utf8'));
  succeeded(run([process.execPath, 'bin/eva.js', '--version'], checkout));
});

test('the commands print what those of the checkout print', () => {
  assert.equal(eva(installed, 'eval', 'commit-message', '--replay').status, 0);
  assert.equal(eva(installed, 'log', 'commit-message').status, 0);
  const lines = [
    ['--version'],
    ['--help'],
    ['eval', '--help'],
    ['doctor'],
    ['plan'],
    ['log'],
    ['promote', 'commit-message', '--to', 'tested', '--dry-run'],
    ['eval', 'no-such-prompt'],
    ['evl'],
  ];
  for (const args of lines) assert.deepEqual(eva(installed, ...args), eva(process.cwd(), ...args), args.join(' '));
});

test('a mistake in a file is answered as in the checkout, with the description of the key that is missing', () => {
  mkdirSync(join(user, 'prompts/mistaken'));
  writeFileSync(join(user, 'prompts/mistaken/prompt.md'), 'Say hello.\n');
  writeFileSync(join(user, 'prompts/mistaken/meta.yml'), 'titel: Hello\n');
  const evaluation =
    'defaults: { tools: [ { description: a } ] }\ncases: [ { name: a, assert: [ { contain: hello } ] } ]\n';
  writeFileSync(join(user, 'prompts/mistaken/eval.yml'), evaluation);
  const told = eva(installed, 'doctor', 'mistaken');
  const toldByCheckout = eva(process.cwd(), 'doctor', 'mistaken');
  rmSync(join(user, 'prompts/mistaken'), { recursive: true });
  assert.deepEqual(told, toldByCheckout);
  assert.match(told.stdout, /EVA_MISSING_KEY\n.*name of a tool/);
});

test('what a module opens beside itself, such as the code of a thread, lies there', () => {
  const opened = packed.flatMap((path) => {
    const lines = /^dist\/.*\.js$/.test(path) ? readFileSync(join(installed, path), 'utf8') : '';
    const opening = /new URL\("(\.\/[^"]+)", ?import\.meta\.url\)/g;
    return [...lines.replace(/\n/g, '').matchAll(opening)].map(([, script = '']) => join(dirname(path), script));
  });
  assert.deepEqual([...new Set(opened)].sort(), ['dist/browser.js', 'dist/module-host.js', 'dist/slow-work.js']);
  assert.deepEqual(
    opened.filter((path) => !packed.includes(path)),
    [],
  );
});

/** Prints the path of each file that was opened as a module or by `require`. */
const listOpened = `
  import { writeSync } from 'node:fs';
  import module from 'node:module';
  const hooks = "import { writeSync } from 'node:fs';" +
    "export const load = (url, context, next) => { writeSync(2, 'opened ' + url + ' ;'); return next(url, context); };";
  module.register('data:text/javascript,' + encodeURIComponent(hooks));
  process.on('exit', () => {
    for (const path of Object.keys(module._cache)) writeSync(2, 'opened ' + path + ' ;');
  });
`;

/** Runs a module with these arguments. Returns the bytes of the package's modules that it opened, and the names of the packages that eva depends on. */
function openedBy(path: string, ...args: readonly string[]) {
  const preload = `data:text/javascript,${encodeURIComponent(listOpened)}`;
  const { stderr } = run([process.execPath, '--import', preload, path, ...args], user);
  const opened = [...stderr.matchAll(/opened (.+?) ;/g)].map(([, url = '']) => url);
  const own = new Set(opened.filter((url) => url.includes('/eva-harness/dist/')));
  const packages = opened
    .filter((url) => !/\/eva-harness\/|\/ajv\/dist\/runtime\//.test(url)) // generated validators use one function of ajv
    .flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return {
    bytes: [...own].reduce((sum, url) => sum + statSync(url.startsWith('file:') ? fileURLToPath(url) : url).size, 0),
    packages: dependencies.filter((name) => packages.includes(name)),
  };
}

for (const { module = 'bin/eva.js', args, most, outside = [] } of [
  { args: ['--version'], most: 2_000 },
  { args: ['--help'], most: 20_000 },
  { args: ['eval', 'commit-message', '--replay'], most: 4_000_000 },
  { args: ['doctor'], most: 4_000_000, outside: ['ajv'] }, // it compiles the schemas of checks
  { module: 'dist/index.js', args: [], most: 3_000_000 },
]) {
  test(`${module} ${args.join(' ')} opens at most ${most} bytes of the package, and of packages outside ${outside.join() || 'none'}`, () => {
    const { bytes, packages } = openedBy(join(installed, module), ...args);
    assert.deepEqual(packages, outside);
    assert.ok(bytes > 0 && bytes <= most, `${bytes} bytes`);
  });
}

test('without the package of a cloud, a run ends before its first call and says what to type', () => {
  writeFileSync(
    join(user, 'eva.yml'),
    `defaults: { model: "bedrock:anthropic.claude-x" }\nproviders: { bedrock: { type: bedrock, region: eu-west-1 } }\n`,
  );
  mkdirSync(join(user, 'prompts/hello'));
  writeFileSync(join(user, 'prompts/hello/prompt.md'), 'Say hello.\n');
  writeFileSync(join(user, 'prompts/hello/eval.yml'), 'cases: [ { name: a, assert: [ { contains: hello } ] } ]\n');
  const name = '@anthropic-ai/bedrock-sdk';
  rmSync(join(user, 'node_modules', name));
  const { status, stderr } = eva(installed, 'eval', 'hello');
  rmSync(join(user, 'prompts/hello'), { recursive: true });
  rmSync(join(user, 'eva.yml'));
  symlinkSync(resolve('node_modules', name), join(user, 'node_modules', name));
  assert.equal(status, 2, stderr);
  assert.match(stderr, /npm install --save-dev @anthropic-ai\/bedrock-sdk/);
});

const program = `
import { AssertionError } from 'node:assert';
import { assertPasses } from 'eva-harness/matchers';
import { EvaError, SigmaEval, ScenarioTest, MetricExpectation, assertions, metrics, scriptedProvider } from 'eva-harness';
const short = MetricExpectation({ metric: metrics.per_conversation.turn_count, criteria: assertions.metrics.proportion_lte({ threshold: 1, proportion: 0.5 }) });
const provider = scriptedProvider(({ tool }) => tool?.name === 'next_message' ? { message: 'Please help me.', next: 'continue' } : 'yes');
const sigma = new SigmaEval({ judge_model: 'judge', provider, env: {} });
const scenario = ScenarioTest({ title: 'Is short', given: 'A user.', when: 'The user asks.', then: [short], sample_size: 5, max_turns: 2 });
const result = await sigma.evaluate(scenario, () => 'An answer.');
let failed;
try { assertPasses(result); } catch (error) { failed = error; }
let wrong;
try { new SigmaEval({ judge_model: 'judge', concurrency: -1 }); } catch (error) { wrong = error; }
console.log(JSON.stringify({ passed: result.passed, failed: failed instanceof AssertionError && failed.message === String(result), wrong: wrong instanceof EvaError, stack: wrong?.stack }));
`;

test('a program that imports the package gets its results and its errors, whose stacks begin at its own line', () => {
  writeFileSync(join(user, 'program.mjs'), program);
  const { stdout } = succeeded(run([process.execPath, 'program.mjs'], user));
  const { stack, ...told } = JSON.parse(stdout);
  assert.deepEqual(told, { passed: false, failed: true, wrong: true });
  assert.match(stack, /\n +at [^\n]*program\.mjs:13:\d+/);
});

for (const [module, moduleResolution] of [
  ['Node16', 'Node16'],
  ['ESNext', 'Bundler'],
]) {
  test(`the types serve a program that is compiled with moduleResolution ${moduleResolution}`, () => {
    const good = `import { SigmaEval, type Outcome, EvaError, metrics } from 'eva-harness';
      import { assertPasses, matchers } from 'eva-harness/matchers';
      const sigma = new SigmaEval({ judge_model: 'judge' });
      const outcome: Outcome = 'passed';
      export const all = [assertPasses, matchers.toPass, sigma, outcome, EvaError, metrics.per_conversation.turn_count];\n`;
    writeFileSync(join(user, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(user, 'program.ts'), good);
    writeFileSync(join(user, 'wrong.ts'), good.replace("'judge'", '7'));
    const checking = { strict: true, noEmit: true, skipLibCheck: false, types: [] };
    const compilerOptions = { module, moduleResolution, target: 'ES2022', ...checking };
    const files = ['program.ts', 'wrong.ts'];
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = [process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'];
    const errors = run(tsc, user).stdout.match(/^\S.*/gm) ?? [];
    assert.match(errors.join('\n'), /^wrong\.ts.*TS2322.*$/);
  });
}
