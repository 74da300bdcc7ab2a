import { quoted } from '#model/text/quoted.js';
import type { SentenceTable } from './table.js';

const evalHelp = 'eva eval --help lists the options';

/** The sentences of problems that `cli` finds. */
export const cliSentences = {
  'EVA_USAGE:command_line': ({ flaw, meant }: { readonly flaw: string; readonly meant: string | undefined }) => ({
    message: flaw,
    hint:
      meant === undefined
        ? 'eva --help lists the commands; eva COMMAND --help lists the options of a command'
        : `did you mean ${meant}?`,
  }),
  'EVA_USAGE:record_cache': {
    message: "option '--record' cannot be used with option '--cache'",
    hint: evalHelp,
  },
  'EVA_USAGE:resume_several': { message: '--resume continues one run, so name at most one prompt', hint: evalHelp },
  'EVA_USAGE:no_id': { message: 'no prompt is named', hint: 'name one or several: eva eval ID' },
  'EVA_USAGE:trial_of_which_case': { message: '--trial needs exactly one case', hint: 'name the case: --case NAME' },
  'EVA_USAGE:no_trial': (params: { readonly case: string; readonly trial: number; readonly trials: number }) => ({
    message: `case ${quoted(params.case)} has no trial ${params.trial}`,
    hint: `its last trial is ${params.trials}`,
  }),
  'EVA_DISK:output': ({ reason }: { readonly reason: string }) => ({
    message: `eva could not write all of its output (${reason})`,
    hint: 'free space where the output goes, then run the command again',
  }),
  'EVA_DISK:not_removed': ({ reason }: { readonly reason: string }) => ({ message: reason }),
  'EVA_BAD_ROW:log': ({ reason }: { readonly reason: string }) => ({
    message: `this line ${reason}`,
    hint: 'eva skips it; gates use only the rows below it as evidence',
  }),
  EVA_TRUST_UNANSWERED: {
    message: 'eva trust asks for confirmation, and standard input is not a terminal',
    hint: 'run it in a terminal, or review the programs and add --yes',
  },
  'EVA_BAD_RUN:undecidable': ({ run_id, reason }: { readonly run_id: string; readonly reason: string }) => ({
    message: `cannot read run ${run_id}: eva cannot derive its verdicts: ${reason}`,
    hint: 'plan.json was edited; start the run again',
  }),
  EVA_NO_DIRECTORY: {
    message: 'the working directory was deleted, or its path cannot be read',
    hint: 'go to another directory: cd',
  },
} as const satisfies SentenceTable;
