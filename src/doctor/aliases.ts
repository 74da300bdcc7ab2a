import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import type { PromptCheck } from './check.js';
import type { Alias } from './gather-aliases.js';
import { shellWords } from './shell-words.js';

const shape = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** An alias must be a shell verb, one prompt of the library must own it alone, and it should hide nothing of the shell's own. */
export const aliases: PromptCheck = {
  name: 'aliases',
  run: ({ id, library }) => {
    const own = library.aliases.get(id) ?? [];
    return own.flatMap((alias, index) => {
      if (!shape.test(alias.name)) return [notAVerb(alias)];
      const twin = own.slice(0, index).find(({ name }) => name === alias.name);
      if (twin) return [taken(alias, `line ${twin.at.line} of this file`)];
      const owner = library.aliasOwner.get(alias.name);
      if (owner !== undefined && owner !== id) return [taken(alias, `the prompt ${owner}`)];
      return shellWords.has(alias.name) ? [hidesShell(alias)] : [];
    });
  },
};

function notAVerb({ name, at }: Alias): Problem {
  const hint = 'one alias per line: a letter or _, then letters, digits, _ or -';
  return problem('EVA_BAD_ALIAS', `"${name}" cannot be a shell verb`, { at, hint });
}

function hidesShell({ name, at }: Alias): Problem {
  const message = `the alias "${name}" hides what the shell itself calls ${name}`;
  return problem('EVA_ALIAS_HIDES', message, { at, hint: 'choose another verb', severity: 'warning' });
}

function taken({ name, at }: Alias, by: string): Problem {
  return problem('EVA_ALIAS_TAKEN', `the alias "${name}" belongs to ${by} already`, {
    at,
    hint: 'choose another verb',
  });
}
