import { problem } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { baseUrlInFull } from '#model/data/base-url.js';
import type { Place, Problem, Severity } from '#model/problem.js';

export interface Refusal {
  /** The prompt whose programs `eva trust` is to show; absent for those of eva.yml. */
  readonly id?: string;
  readonly at?: Place | undefined;
  readonly severity: Severity;
}

/** Makes the problem of a program or server that is not trusted as it is now. */
export function notTrusted(program: NamedProgram, { id, at, severity }: Refusal): Problem {
  const message = `${owners[program.kind]} "${program.name}" ${whatItDoes(program)}, which you have not trusted (or which has changed since)`;
  const command = id === undefined ? 'eva trust' : `eva trust ${id}`;
  const hint = `look at it and let it run with: ${command} (in CI: eva eval --trust)`;
  return problem('EVA_NOT_TRUSTED', message, { at, hint, severity });
}

const owners = {
  check: 'case',
  app: 'scenario',
  provider: 'provider',
  base_url: 'provider',
} as const satisfies Record<NamedProgram['kind'], string>;

function whatItDoes(program: NamedProgram): string {
  if (program.kind !== 'base_url') return `runs ${JSON.stringify(program.argv)}${valuesFor(program.env ?? [])}`;
  const { url, api_key_env } = program;
  const key = api_key_env === null ? '' : ` the value of ${api_key_env} as a key`;
  return `sends${key}${url === undefined ? '' : ` to ${baseUrlInFull(url)}`}`;
}

function valuesFor(env: readonly string[]): string {
  if (env.length === 0) return '';
  return ` with the ${env.length === 1 ? 'value' : 'values'} of ${env.join(', ')}`;
}
