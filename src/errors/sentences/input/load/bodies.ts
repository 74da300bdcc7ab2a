import { listed, quoted } from '#model/text/quoted.js';
import type { SentenceTable } from '../../table.js';
import { meantOr, type UndeclaredInput } from './cases.js';

const mebibyte = 1024 * 1024;

const types = 'PNG, JPEG, GIF, WebP or PDF';

/** The sentences of problems of bodies, their messages and the files of messages. `path` is relative to the root. */
export const bodySentences = {
  'EVA_NO_FILE:body': ({ files }: { readonly files: readonly string[] }) => ({
    message: 'the prompt has no body',
    hint: `create one of ${listed(files)}`,
  }),
  'EVA_NO_FILE:body_name': ({ from, to }: { readonly from: string; readonly to: string }) => ({
    message: `eva does not read ${from}, and the prompt has no other body`,
    hint: `rename it to ${to}`,
  }),
  EVA_TWO_BODIES: ({ first }: { readonly first: string }) => ({
    message: `the prompt has a second body beside ${first}`,
    hint: 'keep one of them',
  }),
  'EVA_TWO_BODIES:ignored': {
    message: 'eva ignores this file: the body is prompt.xml',
    hint: 'remove prompt.xml if this file is the body; if it holds notes, rename it',
  },
  'EVA_HIDDEN_FILE:body': {
    message: 'the path leads to a file or folder whose name begins with a dot',
    hint: 'move the file to a path without such a name',
  },
  'EVA_MISSING_KEY:content': {
    message: 'the message has no content',
    hint: 'add content: with a text or a list of parts, or content_from: with the path of a file',
  },
  'EVA_ONE_KEY:content': {
    message: 'the message has "content" and "content_from"',
    hint: 'keep one of them; write two messages to send both',
  },
  'EVA_ONE_KEY:part': {
    message: 'the part has "text" and "file"',
    hint: 'write two parts, each with a "- " of its own',
  },
  'EVA_MISSING_KEY:media': {
    message: '"media_type" is for a file, but the part has none',
    hint: 'add file: with the path of the file, or remove media_type',
  },
  'EVA_BAD_VALUE:late_system': {
    message: 'a system message follows a message of another role',
    hint: 'move it to the top: system messages come first',
  },
  'EVA_BAD_VALUE:system_file': {
    message: 'a system message can have texts only',
    hint: 'move the file to a message with role: user',
  },
  'EVA_BAD_VALUE:file_of_program': {
    message: 'the messages of a program cannot have files',
    hint: 'write them to prompts/ID/messages.yml, and call evaluatePrompt',
  },
  'EVA_BAD_VALUE:user_last': {
    message: 'the last message is from the user, but the simulated user speaks next',
    hint: 'add an answer with role: assistant, or move the message to "when" of the scenario',
  },
  'EVA_BAD_VALUE:prefill': {
    message: 'the answer that the model continues ends in white space',
    hint: 'remove the white space at its end: some models refuse it',
  },
  'EVA_MISSING_KEY:user_message': {
    message: 'the case sends no message from the user',
    hint: 'add messages: [{ role: user, content: … }] to the case, or a message with role: user to messages.yml',
  },
  'EVA_BAD_VALUE:file_placeholder': ({ name, isWhole }: { readonly name: string; readonly isWhole: boolean }) => ({
    message: `"file" has no placeholders: it takes a path, or the input with the path`,
    hint: isWhole
      ? `write file: { input: ${name} }`
      : `write file: { input: ${name} }, and give the whole path in the case: inputs: { ${name}: PATH }`,
  }),
  'EVA_BAD_MEDIA:address': {
    message: 'a file of a message cannot be a web address: its bytes could change between runs',
    hint: 'save the file in the library and write its path',
  },
  'EVA_BAD_MEDIA:unknown': ({ path }: { readonly path: string }) => ({
    message: `${path} is not a ${types} file: its first bytes are of no such type`,
    hint: `name a ${types} file; write the content of a text file with content_from`,
  }),
  'EVA_BAD_MEDIA:name': (params: {
    readonly path: string;
    readonly media_type: string;
    readonly extension: string;
  }) => ({
    message: `${params.path} ends in .${params.extension}, but its first bytes are those of ${params.media_type}`,
    hint: 'rename the file to the type that it has, or replace it',
  }),
  'EVA_BAD_MEDIA:media_type': (params: {
    readonly path: string;
    readonly media_type: string;
    readonly declared: string;
  }) => ({
    message: `media_type is ${params.declared}, but the first bytes of ${params.path} are those of ${params.media_type}`,
    hint: `write media_type: ${params.media_type}, or remove media_type`,
  }),
  'EVA_BAD_MEDIA:text_input': ({ name }: { readonly name: string }) => ({
    message: `"files" gives the input ${quoted(name)} the text of a file, but a message takes it as a file`,
    hint: `move it to inputs: { ${name}: PATH }`,
  }),
  'EVA_UNDECLARED_INPUT:file': ({ name, meant }: UndeclaredInput) => ({
    message: `a message takes the input ${quoted(name)} as a file, but a case gives it no value`,
    hint: meantOr(
      meant,
      `give the path of the file: inputs: { ${name}: PATH }; an input of the body belongs under "inputs:" in meta.yml`,
    ),
  }),
  'EVA_UNDECLARED_INPUT:case_file': ({ name, meant }: UndeclaredInput) => ({
    message: `a message takes the input ${quoted(name)} as a file, but a case gives it no value`,
    hint: meantOr(meant, `give the path of the file: inputs: { ${name}: PATH }`),
  }),
  'EVA_MISSING_INPUT:path': ({ name }: { readonly name: string }) => ({
    message: `a message takes the input ${quoted(name)} as a file, and it has no value`,
    hint: `give the path of the file: inputs: { ${name}: PATH }`,
  }),
  'EVA_TOO_LARGE:media': ({ path, limit }: { readonly path: string; readonly limit: number }) => ({
    message: `${path} is larger than ${limit / mebibyte} MiB`,
    hint: 'make the file smaller, for example by a lower resolution',
  }),
  'EVA_TOO_LARGE:request': ({ bytes, limit }: { readonly bytes: number; readonly limit: number }) => ({
    message: `the files of one request have ${Math.ceil(bytes / mebibyte)} MiB together; the limit is ${limit / mebibyte} MiB`,
    hint: 'make the files smaller, or send fewer of them',
  }),
} as const satisfies SentenceTable;
