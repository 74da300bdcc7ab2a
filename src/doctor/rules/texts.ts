import { placeholderOr } from '#library/cases/compare-inputs.js';
import { limitProblems } from '#library/source/place.js';
import { hiddenRuns, isInvisibleText } from '#library/traps/invisible-text.js';
import type { Place, Problem } from '#model/problem.js';
import { type BodyPlaces, bodyText, type PlacedBodyText, type Prompt } from '#model/prompt.js';

const moveReference = 'move reference material into files that are given as inputs';

import { problem } from '#model/problem.js';
import { asLatin, codePoints, disguisedPlaceholders, disguisedWords } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { placeholderPattern, placeholders, quoted, short } from '#model/text/quoted.js';
import { maxSkillName, skillNameFlaws } from '#model/text/skill-name.js';
import type { PromptRule } from '../context.js';

const longestShown = 60;

/** Finds words of the body with letters that look Latin and are not. Reading the prompt reports those in placeholders. */
export const lookAlikes: PromptRule = ({ prompt }) =>
  limitProblems(prompt?.body_places.texts.flatMap(lookAlikesIn) ?? []);

function lookAlikesIn({ text, place }: PlacedBodyText): readonly Problem[] {
  if (!/[^\0-\x7f]/.test(text)) return [];
  return disguisedWords(disguisedPlaceholders(text).rest).map(({ start, characters, odd }) => {
    const meant = asLatin(characters).slice(0, longestShown);
    const at = place(start, start + characters.length);
    return problem(
      'EVA_LOOK_ALIKE:word',
      `this word looks like ${quoted(meant)} and contains letters that are not Latin: ${short(codePoints(odd))}`,
      { hint: `retype ${quoted(meant)}`, at, severity: 'warning' },
    );
  });
}

/** Finds characters of the body that a reviewer cannot see, and that are not invisible text, which reading the prompt reports. */
export const hiddenCharacters: PromptRule = ({ prompt }) =>
  limitProblems(prompt?.body_places.texts.flatMap(hiddenIn) ?? []);

function hiddenIn({ text, place }: PlacedBodyText): readonly Problem[] {
  const runs = hiddenRuns(text).filter(({ characters }) => !isInvisibleText(characters));
  return runs.map(({ start, characters }) => {
    const at = place(start, start + characters.length);
    const params = {
      kind: [...characters].length > 1 ? 'invisible characters' : 'an invisible character',
      characters: codePoints(characters),
    };
    return problem('EVA_HIDDEN_CHARACTER', `the body contains ${short(params.kind)}: ${short(params.characters)}`, {
      hint: 'remove it: the model reads it, and a reviewer cannot see it',
      at,
      severity: 'warning',
    });
  });
}

const manyWords = 3500;
const tooManyWords = 5000;
const manyLines = 200;

/** Checks the length of the body: a long one costs attention in every call, and a very long one does not fit a skill. */
export const bodyLength: PromptRule = ({ prompt, bodyFile }) =>
  prompt === null ? [] : [...checkWords(prompt, bodyFile), ...checkLines(bodyText(prompt.body), bodyFile)];

function checkWords(prompt: Prompt, file: string): Problem[] {
  const words = bodyText(prompt.body)
    .split(/\s+/)
    .filter((word) => word !== '').length;
  if (words < manyWords) return [];
  const tooLong = words >= tooManyWords && isSkill(prompt);
  const params = { words, many: manyWords, tooMany: tooManyWords };
  return [
    problem(
      'EVA_BODY_LENGTH:words',
      params.words >= params.tooMany
        ? `the body has ${params.words} words, and may have at most ${params.tooMany - 1}`
        : `the body has ${params.words} words: doctor warns from ${params.many} and refuses from ${params.tooMany}`,
      { hint: moveReference, at: { file }, severity: tooLong ? 'error' : 'warning' },
    ),
  ];
}

function checkLines(body: string, file: string): Problem[] {
  const lines = body.split('\n').filter((line) => line.trim() !== '').length;
  if (lines < manyLines) return [];
  return [
    problem('EVA_BODY_LENGTH:lines', `the body has ${lines} lines that are not blank: doctor warns from ${manyLines}`, {
      hint: moveReference,
      at: { file },
      severity: 'warning',
    }),
  ];
}

/** Returns true for a prompt that says when a model should load it: only then are the limits of skills limits of the prompt. */
function isSkill(prompt: Prompt | null): boolean {
  return prompt?.description !== undefined;
}

/** Checks that the id is a valid name of a skill: lower-case words joined by hyphens, short, without a reserved word. */
export const skillId: PromptRule = ({ id, prompt, metaFile }) => {
  const isWritten = prompt === null || prompt.places['id'] !== undefined;
  const severity = isSkill(prompt) ? 'error' : 'warning';
  const place = { at: { file: isWritten ? metaFile : `prompts/${id}` }, severity } as const;
  const flaws = skillNameFlaws(id);
  const found: Problem[] = [];
  if (flaws.form)
    found.push(
      problem('EVA_SKILL_ID:form', `the id ${quoted(id)} is not lower-case words joined by hyphens`, {
        hint: `rename the directory${isWritten ? ' and id:' : ''}, for example code-review`,
        ...place,
      }),
    );
  if (flaws.length) {
    found.push(
      problem(
        'EVA_SKILL_ID:length',
        `the id has ${id.length} characters, and the name of a skill at most ${maxSkillName}`,
        { hint: `shorten the name of the directory${isWritten ? ' and id:' : ''}`, ...place },
      ),
    );
  }
  for (const word of flaws.reserved)
    found.push(
      problem(
        'EVA_SKILL_ID:reserved',
        `the id ${quoted(id)} contains ${quoted(word)}, which the name of a skill may not`,
        {
          hint: `remove ${quoted(word)} from the name of the directory${isWritten ? ' and from id:' : ''}`,
          ...place,
        },
      ),
    );
  return found;
};

const maxDescriptionLength = 1024;

/** Checks that the description fits the header of a skill and says when to use the prompt. */
export const skillDescription: PromptRule = ({ prompt }) => {
  const text = prompt?.description;
  if (prompt === null || text === undefined) return [];
  const at = prompt.places['description'];
  const found: Problem[] = [];
  const length = [...text].length;
  if (length > maxDescriptionLength) {
    found.push(
      problem(
        'EVA_SKILL_DESCRIPTION:length',
        `the description has ${length} characters, and may have at most ${maxDescriptionLength}`,
        { hint: 'shorten it to what the prompt does, and when to use it', at },
      ),
    );
  }
  if (/[<>]/.test(text)) {
    found.push(
      problem('EVA_SKILL_DESCRIPTION:tags', 'the description contains < or >', {
        hint: 'remove < and >: skills read them as tags',
        at,
      }),
    );
  }
  if (!/use when/i.test(text)) {
    found.push(
      problem('EVA_NO_USE_WHEN', 'the description does not say when to use the prompt', {
        hint: 'add a sentence that begins with "Use when"',
        at,
        severity: 'warning',
      }),
    );
  }
  return found;
};

/** Checks that meta.yml declares every variable of the body, even if each case gives it a value. */
export const variablesDeclared: PromptRule = ({ prompt, problems }) => {
  if (prompt === null) return [];
  const declared = new Set(prompt.inputs.map((input) => input.name));
  const uses = firstUses(prompt.body_places);
  const unused = [...declared].filter((name) => !uses.has(name));
  return [...uses]
    .filter(([name, at]) => !declared.has(name) && !isReported(problems, at))
    .map(([name, at]) => {
      const meant = nearest(name, unused);
      const written = `{{${short(name)}}}`;
      return problem('EVA_UNDECLARED_INPUT:prompt', `the body uses ${written}, but meta.yml does not declare it`, {
        hint: placeholderOr(meant, 'declare it under inputs: in meta.yml'),
        at,
        fix: { name, meant },
      });
    });
};

function firstUses({ texts, files }: BodyPlaces): ReadonlyMap<string, Place> {
  const uses = new Map<string, Place>();
  for (const { text, place } of texts) {
    for (const { 0: whole, 1: name = '', index } of text.matchAll(placeholderPattern)) {
      if (!uses.has(name)) uses.set(name, place(index, index + whole.length));
    }
  }
  for (const { name, at } of files) if (!uses.has(name)) uses.set(name, at);
  return uses;
}

/** Returns true if this place is already reported: reading the cases reports variables without a value. */
function isReported(problems: readonly Problem[], { file, line, column }: Place): boolean {
  return problems.some(
    ({ code, at }) => code === 'EVA_UNDECLARED_INPUT' && at?.file === file && at.line === line && at.column === column,
  );
}

/**
 * Checks that the body uses every required input: an unused one asks people for a value that changes nothing. An input that an undeclared
 * placeholder misspells is not reported: the placeholder is.
 */
export const requiredInputsUsed: PromptRule = ({ prompt, bodyFile }) => {
  if (prompt === null) return [];
  const { texts, files } = prompt.body_places;
  const used = new Set([...texts.flatMap(({ text }) => placeholders(text)), ...files.map(({ name }) => name)]);
  const unused = prompt.inputs.filter((input) => input.required && !used.has(input.name));
  const names = unused.map(({ name }) => name);
  const declared = new Set(prompt.inputs.map(({ name }) => name));
  const misspelt = new Set([...used].flatMap((name) => (declared.has(name) ? [] : (nearest(name, names) ?? []))));
  return unused
    .filter(({ name }) => !misspelt.has(name))
    .map(({ name, at }) =>
      problem('EVA_INPUT_UNUSED', `the body never uses the required input ${quoted(name)}`, {
        hint: `write {{${short(name)}}} where its value belongs in ${short(bodyFile)}, or remove the input`,
        at,
      }),
    );
};
