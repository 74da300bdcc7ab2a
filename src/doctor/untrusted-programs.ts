import { problem } from '#errors.js';
import type { NamedProgram } from '#library/programs.js';
import type { Place, Problem } from '#model/problem.js';
import type { LibraryCheck, PromptCheck } from './check.js';
import type { ProgramTrust } from './program-trust.js';

/** A program of a check that was not trusted stops an evaluation until it is. */
export const untrustedPrograms: PromptCheck = {
  name: 'untrusted-programs',
  run: ({ id, programs, cases }) =>
    untrusted(programs).map((program) => {
      const at = cases.find((one) => one.name === program.name)?.at;
      return notTrusted(program, `eva trust ${id}`, at);
    }),
};

/** The same for the programs and servers that eva.yml names. */
export const untrustedProviders: LibraryCheck = {
  name: 'untrusted-providers',
  run: ({ programs }) => untrusted(programs).map((program) => notTrusted(program, 'eva trust', { file: 'eva.yml' })),
};

function untrusted(programs: readonly ProgramTrust[]): readonly NamedProgram[] {
  return programs.filter((one) => !one.isTrusted).map((one) => one.program);
}

function notTrusted(program: NamedProgram, command: string, at: Place | undefined): Problem {
  const does = program.kind === 'base_url' ? `sends to ${program.url}` : `runs ${program.argv.join(' ')}`;
  const who = program.kind === 'check' ? `case "${program.name}"` : `provider "${program.name}"`;
  const message = `${who} ${does}, which you have not trusted`;
  return problem('EVA_NOT_TRUSTED', message, {
    at,
    hint: `to look at it and let it run: ${command}`,
    severity: 'warning',
  });
}
