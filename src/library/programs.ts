import type { Case } from '#model/case.js';
import type { LibraryConfig, ProviderConfig } from '#model/config.js';
import type { JsonValue } from '#model/json.js';
import type { Prompt } from '#model/prompt.js';
import { type NamedFile, namedFiles } from './named-files.js';

/** Something that a library's files have the machine do: run a program, or send prompts and a key to a server. */
export type NamedProgram = CommandLine | Server;

export interface CommandLine {
  /** `check`: a `command` check of a case. `provider`: an entry of type `command` in eva.yml. */
  readonly kind: 'check' | 'provider';
  /** The case or the provider that names it first. */
  readonly name: string;
  readonly argv: readonly string[];
  /** Absolute directory in which it runs. */
  readonly cwd: string;
  readonly files: readonly NamedFile[];
}

/** A server that eva.yml points a provider at. */
export interface Server {
  readonly kind: 'base_url';
  readonly name: string;
  readonly url: string;
  /** Name of the variable whose value is sent there as the key; null for the one that the type has of itself. */
  readonly api_key_env: string | null;
  readonly cwd: string;
  readonly files: readonly NamedFile[];
}

/** Every program and server that the cases and eva.yml name, each once: what needs trust before it is used. Servers on this machine need none. */
export function namedPrograms(
  root: string,
  prompt: Prompt | null,
  cases: readonly Case[],
  config: LibraryConfig,
): readonly NamedProgram[] {
  const checks = prompt ? cases.flatMap((one) => commandsOf(one, prompt.dir)) : [];
  const providers = Object.entries(config.providers).flatMap(([name, entry]) => providerPrograms(root, name, entry));
  return [...once(checks), ...providers];
}

function commandsOf(one: Case, cwd: string): readonly CommandLine[] {
  const specs = one.expectations.flatMap(({ grader }) =>
    grader.grader === 'trial_passes' ? grader.params.checks : [],
  );
  return specs
    .filter((spec) => spec.op === 'command')
    .map((spec) => commandLine('check', one.name, argvOf(spec.value), cwd));
}

function argvOf(value: JsonValue): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

function commandLine(kind: CommandLine['kind'], name: string, argv: readonly string[], cwd: string): CommandLine {
  return { kind, name, argv, cwd, files: namedFiles(argv, cwd) };
}

function once(checks: readonly CommandLine[]): readonly CommandLine[] {
  const byArgv = new Map<string, CommandLine>();
  for (const check of checks) {
    const argv = JSON.stringify(check.argv);
    if (!byArgv.has(argv)) byArgv.set(argv, check);
  }
  return [...byArgv.values()];
}

function providerPrograms(root: string, name: string, entry: ProviderConfig): readonly NamedProgram[] {
  const { command, base_url, api_key_env = null } = entry;
  const programs: NamedProgram[] = [];
  if (command) programs.push(commandLine('provider', name, command, root));
  if (base_url !== undefined && !isLoopback(base_url)) {
    programs.push({ kind: 'base_url', name, url: base_url, api_key_env, cwd: root, files: [] });
  }
  return programs;
}

/** What reaches this machine alone. A text that is no URL is nothing to rely on. */
function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
