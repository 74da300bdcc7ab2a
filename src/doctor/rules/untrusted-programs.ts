import { withoutMissing } from '#lifecycle/programs/missing-programs.js';
import { notTrusted, untrustedOf } from '#lifecycle/trust/trust.js';
import type { LibraryCheck, PromptCheck } from '../check.js';

/** Warns of untrusted programs of checks and applications: an evaluation stops until they are trusted. */
export const untrustedPrograms: PromptCheck = {
  name: 'untrusted-programs',
  run: ({ id, programs, library }) => {
    const named = programs.filter(({ kind }) => kind === 'check' || kind === 'module' || kind === 'app');
    const own = withoutMissing(named, { root: library.root, env: library.env.variables ?? {} });
    return (own.length === 0 ? [] : untrustedOf(own, library.root, library.trust())).map((program) =>
      notTrusted(program, { id, at: program.at, severity: 'warning' }),
    );
  },
};

/** Warns of untrusted programs and servers that eva.yml names. */
export const untrustedProviders: LibraryCheck = {
  name: 'untrusted-providers',
  run: ({ programs, root, trust }) =>
    (programs.length === 0 ? [] : untrustedOf(programs, root, trust())).map((program) =>
      notTrusted(program, { at: { file: 'eva.yml' }, severity: 'warning' }),
    ),
};
