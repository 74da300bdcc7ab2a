import type { MissingKey } from '#model/run/missing-key.js';
import { quoted } from '#model/text/quoted.js';
import { askersText, envFileText, otherJudgeText, setKeyText, unsetText } from '../../missing-key-words.js';
import { placeholderOr, type UndeclaredInput } from '../input/load/cases.js';
import type { SentenceTable } from '../table.js';

const moveReference = 'move reference material into files that are given as inputs';

/** The sentences of problems that `doctor` finds. */
export const doctorSentences = {
  EVA_BAD_ALIAS: (params: { readonly alias: string }) => ({
    message: `the alias ${quoted(params.alias)} is not a valid command name`,
    hint: 'write one alias per line: a letter or _, then letters, digits, _ or -',
  }),
  EVA_ALIAS_HIDES: (params: { readonly alias: string }) => ({
    message: `the alias ${quoted(params.alias)} hides a command or keyword of the shell`,
    hint: 'choose another name',
  }),
  EVA_ALIAS_TAKEN: (params: { readonly alias: string; readonly by: string }) => ({
    message: `the alias ${quoted(params.alias)} already belongs to ${params.by}`,
    hint: 'choose another name',
  }),
  'EVA_BODY_LENGTH:words': (params: { readonly words: number; readonly many: number; readonly tooMany: number }) => ({
    message:
      params.words >= params.tooMany
        ? `the body has ${params.words} words, and may have at most ${params.tooMany - 1}`
        : `the body has ${params.words} words: doctor warns from ${params.many} and refuses from ${params.tooMany}`,
    hint: moveReference,
  }),
  'EVA_BODY_LENGTH:lines': (params: { readonly lines: number; readonly many: number }) => ({
    message: `the body has ${params.lines} lines that are not blank: doctor warns from ${params.many}`,
    hint: moveReference,
  }),
  EVA_OLD_NODE: (params: { readonly version: string; readonly floor: string }) => ({
    message: `this is Node ${params.version}, which is too old for eva`,
    hint: `install Node ${params.floor} or newer`,
  }),
  'EVA_NO_KEY:doctor': (params: Omit<MissingKey, 'provider' | 'isEmpty'>) => ({
    message: `${unsetText({ ...params, isEmpty: false })}: runs that need it call no model and exit with 3; ${askersText(params.asked_by)} it`,
    hint: `${setKeyText(params)} to call the models${otherJudgeText(params)}${envFileText(params.env_file)}`,
  }),
  EVA_NO_PROMPTS: {
    message: 'this library has no prompts, so there was nothing to check',
    hint: 'make one: eva new ID; or check --root and EVA_ROOT',
  },
  EVA_STALE_EVIDENCE: (params: {
    readonly status: string;
    readonly reason: string;
    readonly remedy: string | null;
  }) => ({
    message: `${params.status}, but ${params.reason}`,
    hint: params.remedy ?? undefined,
  }),
  EVA_HIDDEN_CHARACTER: (params: { readonly kind: string; readonly characters: string }) => ({
    message: `the body contains ${params.kind}: ${params.characters}`,
    hint: 'remove it: the model reads it, and a reviewer cannot see it',
  }),
  'EVA_LOOK_ALIKE:placeholder': (params: { readonly meant: string; readonly characters: string }) => ({
    message: `this is not the placeholder ${params.meant}, so eva does not replace it: it contains ${params.characters}`,
    hint: `retype ${params.meant}`,
  }),
  'EVA_LOOK_ALIKE:word': (params: { readonly meant: string; readonly characters: string }) => ({
    message: `this word looks like ${quoted(params.meant)} and contains letters that are not Latin: ${params.characters}`,
    hint: `retype ${quoted(params.meant)}`,
  }),
  'EVA_UNDECLARED_INPUT:prompt': ({ name, meant }: UndeclaredInput) => ({
    message: `the body uses {{${name}}}, but meta.yml does not declare it`,
    hint: placeholderOr(meant, 'declare it under inputs: in meta.yml'),
  }),
  EVA_INPUT_UNUSED: (params: { readonly name: string; readonly file: string }) => ({
    message: `the body never uses the required input ${quoted(params.name)}`,
    hint: `write {{${params.name}}} where its value belongs in ${params.file}, or remove the input`,
  }),
  'EVA_SKILL_ID:form': ({ id, isWritten }: { readonly id: string; readonly isWritten: boolean }) => ({
    message: `the id ${quoted(id)} is not lower-case words joined by hyphens`,
    hint: `rename the directory${isWritten ? ' and id:' : ''}, for example code-review`,
  }),
  'EVA_SKILL_ID:length': (params: {
    readonly length: number;
    readonly limit: number;
    readonly isWritten: boolean;
  }) => ({
    message: `the id has ${params.length} characters, and the name of a skill at most ${params.limit}`,
    hint: `shorten the name of the directory${params.isWritten ? ' and id:' : ''}`,
  }),
  'EVA_SKILL_ID:reserved': ({ id, word, isWritten }: ReservedId) => ({
    message: `the id ${quoted(id)} contains ${quoted(word)}, which the name of a skill may not`,
    hint: `remove ${quoted(word)} from the name of the directory${isWritten ? ' and from id:' : ''}`,
  }),
  'EVA_SKILL_DESCRIPTION:length': (params: { readonly length: number; readonly limit: number }) => ({
    message: `the description has ${params.length} characters, and may have at most ${params.limit}`,
    hint: 'shorten it to what the prompt does, and when to use it',
  }),
  'EVA_SKILL_DESCRIPTION:tags': {
    message: 'the description contains < or >',
    hint: 'remove < and >: skills read them as tags',
  },
  EVA_NO_USE_WHEN: {
    message: 'the description does not say when to use the prompt',
    hint: 'add a sentence that begins with "Use when"',
  },
  'EVA_BAD_ROW:run': (params: { readonly reason: string }) => ({
    message: `this line ${params.reason}`,
    hint: 'eva skips it, and no gate accepts evidence from lines above it; restore the file from version control',
  }),
  'EVA_GIT:against': ({ against, nearest }: { readonly against: string; readonly nearest: string | null }) => ({
    message: `"against" is ${quoted(against)}, which is no prompt, and the library is in no git repository`,
    hint:
      nearest === null
        ? 'write ready or the id of another prompt, or run: git init'
        : `did you mean the prompt ${quoted(nearest)}?`,
  }),
  'EVA_BAD_ROW:comparison': (params: { readonly reason: string }) => ({
    message: `this line ${params.reason}`,
    hint: 'eva skips it, and the gate compare accepts no line above it; restore the file from version control',
  }),
} as const satisfies SentenceTable;

/** An id with a word that no skill may have. `isWritten` is true if meta.yml has the id too. */
export interface ReservedId {
  readonly id: string;
  readonly word: string;
  readonly isWritten: boolean;
}
