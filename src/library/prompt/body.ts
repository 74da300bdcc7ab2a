import { resolve } from 'node:path';
import type { Loaded, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { BodyMessage, Prompt } from '#model/prompt.js';
import { listed, short } from '#model/text/quoted.js';
import { type ReportProblems, readDocument } from '../source/document.js';
import { isThere, resolveInside } from '../source/inside-root.js';
import { bodyNames, misnamedIn } from '../source/misnamed.js';
import { MediaFiles } from './media.js';
import { readBodyText, readMessages } from './messages.js';

/** The names that the body of a prompt may have. Beside the first, the others are ignored. */
const bodyFiles = ['prompt.xml', 'prompt.md', 'prompt.txt', 'messages.yml'] as const;

export type LoadedBody = Pick<Prompt, 'body' | 'body_file' | 'body_places' | 'dir'>;

/** Reads the body of a prompt. The value exists if its texts could be read, and if there is one body; use it only if there is no error. */
export function loadBody(root: string, id: string): Loaded<LoadedBody> {
  const folder = `prompts/${id}`;
  const [name, ...others] = bodyFiles.filter((file) => isThere(root, `${folder}/${file}`));
  if (name === undefined) return { value: null, problems: [noBody(root, folder)] };
  const extra = others.map((other) => secondBody(`${folder}/${other}`, name));
  const { value, problems } = name === 'messages.yml' ? messagesBody(root, id) : textBody(root, `${folder}/${name}`);
  const isUnclear = extra.some(({ severity }) => severity === 'error');
  return {
    value: isUnclear ? null : value && { ...value, body_file: name, dir: resolve(root, folder) },
    problems: [...problems, ...extra],
  };
}

type Content = Pick<Prompt, 'body' | 'body_places'>;

function textBody(root: string, file: string): Loaded<Content> {
  const inside = resolveInside(root, [file], { file });
  if (!inside.value) return { value: null, problems: inside.problems };
  const { value: text, problems } = readBodyText({ path: inside.value.path, file });
  return {
    value: text && { body: text.text, body_places: { texts: [text], files: [], roles: [] } },
    problems,
  };
}

function messagesBody(root: string, id: string): Loaded<Content> {
  const { value: list, problems: ofShape } = readDocument(root, 'messages', [`prompts/${id}/messages.yml`]);
  if (!list) return { value: null, problems: ofShape };
  const problems = [...ofShape];
  const report: ReportProblems = (reported) => problems.push(...reported.map(withoutPermission));
  const files = { folder: { root, id }, hidden: 'none', media: new MediaFiles(), report } as const;
  const read = readMessages(files, list);
  // The schema of messages.yml allows no references, which are the only difference.
  return { value: read && { body: read.messages as readonly BodyMessage[], body_places: read.places }, problems };
}

/** Rewords the problem of a hidden file: only cases can be allowed to read one. */
function withoutPermission(entry: Problem): Problem {
  return entry.code === 'EVA_HIDDEN_FILE'
    ? problem('EVA_HIDDEN_FILE:body', 'the path leads to a file or folder whose name begins with a dot', {
        hint: 'move the file to a path without such a name',
        at: entry.at,
      })
    : entry;
}

function noBody(root: string, folder: string): Problem {
  const file = `${folder}/${bodyFiles[0]}`;
  const misnamed = misnamedIn(root, folder, bodyNames);
  if (misnamed)
    return problem(
      'EVA_NO_FILE:body_name',
      `eva does not read ${short(misnamed.from)}, and the prompt has no other body`,
      { hint: `rename it to ${short(misnamed.to)}`, at: { file: `${folder}/${misnamed.from}` } },
    );
  return problem('EVA_NO_FILE:body', 'the prompt has no body', {
    hint: `create one of ${listed(bodyFiles.map(short))}`,
    at: { file },
  });
}

function secondBody(file: string, first: (typeof bodyFiles)[number]): Problem {
  if (first === 'prompt.xml')
    return problem('EVA_TWO_BODIES:ignored', 'eva ignores this file: the body is prompt.xml', {
      hint: 'remove prompt.xml if this file is the body; if it holds notes, rename it',
      at: { file },
      severity: 'warning',
    });
  return problem('EVA_TWO_BODIES', `the prompt has a second body beside ${first}`, {
    hint: 'keep one of them',
    at: { file },
  });
}
