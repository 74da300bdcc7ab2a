import { notTrusted } from '#lifecycle/not-trusted.js';
import { untrustedOf } from '#lifecycle/trust.js';
import type { LibraryCheck, PromptCheck } from './check.js';

/** A program of a check, or an application, that was not trusted stops an evaluation until it is. */
export const untrustedPrograms: PromptCheck = {
  name: 'untrusted-programs',
  run: ({ id, programs, library }) => {
    const own = programs.filter(({ kind }) => kind === 'check' || kind === 'app');
    return (own.length === 0 ? [] : untrustedOf(own, library.root, library.trust())).map((program) =>
      notTrusted(program, { id, at: program.at, severity: 'warning' }),
    );
  },
};

/** The same for the programs and servers that eva.yml names. */
export const untrustedProviders: LibraryCheck = {
  name: 'untrusted-providers',
  run: ({ programs, root, trust }) =>
    (programs.length === 0 ? [] : untrustedOf(programs, root, trust())).map((program) =>
      notTrusted(program, { at: { file: 'eva.yml' }, severity: 'warning' }),
    ),
};
