import { promptWord, quoted } from '#model/text/quoted.js';
import { type Earlier, stands } from '../input/load/cases.js';
import type { SentenceTable } from '../table.js';

const evaluate = (id: string) => `eva eval ${promptWord(id)}, and then eva mutate ${promptWord(id)}`;

/** The sentences of problems of `eva mutate`. */
export const mutationSentences = {
  'EVA_UNKNOWN_RUN:mutation_base': ({ id }: { readonly id: string }) => ({
    message: `no whole run of ${id} has a row for the files as they are now; its passed cases are the ones to ask`,
    hint: evaluate(id),
  }),
  'EVA_UNKNOWN_RUN:mutation_base_gone': (params: { readonly id: string; readonly run_id: string }) => ({
    message: `the folder of ${params.run_id}, the last run of ${params.id}, is gone from .eva/runs/`,
    hint: evaluate(params.id),
  }),
  'EVA_NOTHING_TO_RUN:no_mutant': ({ id, isChosen }: { readonly id: string; readonly isChosen: boolean }) => ({
    message: `the body of ${id} has no ${isChosen ? 'mutant of these kinds' : 'mutant'}`,
    hint: isChosen
      ? 'leave out --kind to use all usual kinds'
      : 'write its rules as sentences, list items or XML elements',
  }),
  'EVA_NOTHING_TO_RUN:all_equivalent': ({ id }: { readonly id: string }) => ({
    message: `mutations.yml lists every mutant of ${id} as equivalent`,
    hint: 'remove the entries of those that a case could notice',
  }),
  'EVA_NOTHING_TO_RUN:no_passed_case': (params: { readonly id: string; readonly run_id: string }) => ({
    message: `no case of ${params.id} that sends its body passed in its last run, ${params.run_id}`,
    hint: `mend the cases or the prompt, and then eva eval ${promptWord(params.id)}`,
  }),
  'EVA_NOTHING_TO_RESUME:mutation': ({ id }: { readonly id: string }) => ({
    message: `the last mutation run of ${id} had other files or settings, or there was no such run, so there is nothing to replay`,
    hint: `eva mutate ${promptWord(id)} makes one`,
  }),
  'EVA_BAD_VALUE:mutant_id': ({ mutant }: { readonly mutant: string }) => ({
    message: `${quoted(mutant)} is no id of a mutant`,
    hint: 'copy the 8 hex digits that eva mutate prints, in quotes: mutant: "3f2a1c9d"',
  }),
  'EVA_BAD_VALUE:mutant_twice': ({ mutant, first }: { readonly mutant: string; readonly first: Earlier }) => ({
    message: `the mutant ${mutant} is listed twice`,
    hint: `${stands(first)}; remove one of the two`,
  }),
  'EVA_BAD_VALUE:unknown_mutant': ({ mutant }: { readonly mutant: string }) => ({
    message: `the body has no mutant ${mutant}, so the entry has no effect`,
    hint: 'the body has changed since: remove the entry, or judge its new mutant again',
  }),
} as const satisfies SentenceTable;
