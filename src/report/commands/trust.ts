import { baseUrlInFull } from '#model/data/base-url.js';
import { headingMark } from '../run/heading.js';
import { plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { argvInWords, visible, wrap } from '../text/visible.js';

export interface ProgramView {
  readonly kind: string;
  readonly name: string;
  readonly argv?: readonly string[];
  /** Names of the environment variables that it gets besides the default ones. */
  readonly env?: readonly string[];
  readonly url?: string;
  readonly api_key_env?: string | null;
  readonly sends?: string;
  /** The `node:` modules through which a module can read what is no evidence. */
  readonly readers?: readonly string[];
  readonly cwd: string;
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly trusted: boolean;
}

/** Renders programs and servers without truncating anything: a person decides by this text whether to trust them. */
export function renderTrust(programs: readonly ProgramView[], screen: Screen): string {
  if (programs.length === 0)
    return `${wrap('this library names no programs: there is nothing to trust', usableWidth(screen)).join('\n')}\n`;
  const open = programs.filter((program) => !program.trusted).length;
  const blocks = programs.map((program) => programLines(program, screen).join('\n'));
  const closing = `  ${countInWords(programs)}, ${open === 0 ? 'all trusted' : `${open} not trusted`}`;
  return `\n${[...blocks, closing].join('\n\n')}\n`;
}

function countInWords(all: readonly Pick<ProgramView, 'kind'>[]): string {
  const servers = all.filter(isServer).length;
  const counts = [
    ...(all.length > servers ? [plural(all.length - servers, 'program')] : []),
    ...(servers > 0 ? [plural(servers, 'server')] : []),
  ];
  return counts.join(' and ');
}

export function trustQuestion(untrusted: readonly Pick<ProgramView, 'kind'>[]): string {
  const servers = untrusted.filter(isServer).length;
  if (servers === 0) return untrusted.length === 1 ? 'Let it run?' : `Let these ${untrusted.length} run?`;
  if (servers < untrusted.length) return 'Let eva run these programs, and send prompts and keys to these servers?';
  return servers === 1 ? 'Let eva send prompts and this key to it?' : 'Let eva send prompts and keys to these servers?';
}

function isServer({ kind }: Pick<ProgramView, 'kind'>): boolean {
  return kind === 'base_url';
}

const kindWords = new Map([
  ['check', 'command check of case'],
  ['module', 'module of case'],
  ['app', 'application of scenario'],
  ['provider', 'command provider'],
  ['base_url', 'server of provider'],
]);

function programLines(program: ProgramView, screen: Screen): string[] {
  const { kind, name, argv, env = [], readers = [], url, sends, cwd, files, trusted } = program;
  const what = `${kindWords.get(kind) ?? kind} ${name}${trusted ? '' : '  (not trusted)'}`;
  const [title = '', ...more] = wrap(visible(what), usableWidth(screen) - 4);
  return [
    `  ${headingMark(trusted ? true : null, screen)} ${screen.paint.bold(title)}`,
    ...more.map((line) => `    ${line}`),
    ...(argv
      ? [...field(kind === 'module' ? 'loads' : 'runs', argvInWords(argv), screen), ...field('in', cwd, screen)]
      : []),
    ...(env.length > 0
      ? field('gets', `the ${env.length === 1 ? 'value' : 'values'} of ${env.join(', ')}`, screen)
      : []),
    ...(readers.length > 0
      ? field('imports', `${readers.join(', ')}: what it reads there is not part of the evidence`, screen)
      : []),
    ...(url === undefined ? [] : field('sends to', baseUrlInFull(url), screen)),
    ...(sends === undefined ? [] : field('with key', sends, screen)),
    ...files.flatMap(({ path, sha256 }) => [...field('file', path, screen), ...field('sha256', sha256, screen)]),
  ];
}

function field(label: string, value: string, screen: Screen): string[] {
  return wrap(visible(value), Math.max(64, usableWidth(screen) - 14)).map(
    (line, i) => `    ${screen.paint.dim((i === 0 ? label : '').padEnd(8))}  ${line}`,
  );
}
