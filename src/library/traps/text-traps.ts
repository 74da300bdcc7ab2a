import { isObject } from '#model/data/json.js';
import { hasErrors, type Place, type Problem, problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import { asLatin, codePoints, disguisedPlaceholders } from '#model/text/characters.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { limitProblems, placeAt, placedText } from '../source/place.js';
import { parseYaml } from '../source/yaml-source.js';
import { invisibleText } from './invisible-text.js';

/** The most characters of a placeholder that a warning shows. */
const longestShown = 60;

/** A text that a person wrote, and the place of each part of it. Offsets are UTF-16 units. */
interface PlacedPiece {
  readonly text: string;
  readonly place: (start: number, end: number) => Place;
}

interface Rendering {
  readonly inputs: ReadonlySet<string>;
  readonly fields: ReadonlySet<string>;
  /** True if braces of other template languages are meant as they are. */
  readonly isLiteral: boolean;
}

export function pieceOfFile(text: string, file: string): PlacedPiece {
  let placed: ReturnType<typeof placedText> | undefined;
  return {
    text,
    place: (start, end) => {
      placed ??= placedText(text, file);
      return placeAt(placed, start, end);
    },
  };
}

/** Returns warnings of what a rendered text holds and does not mean what it seems to: leftovers of templates, look-alikes, invisible text. */
function renderedTextTraps(piece: PlacedPiece, { inputs, fields, isLiteral }: Rendering): readonly Problem[] {
  const alike = lookalikes(piece, inputs);
  const isAlike = ({ at }: Problem) =>
    alike.some((other) => other.at?.line === at?.line && other.at?.column === at?.column);
  return [
    ...(isLiteral ? [] : leftoverTraps(piece, inputs, fields).filter((entry) => !isAlike(entry))),
    ...limitProblems(alike),
    ...invisibleTextTraps(piece),
  ];
}

/** Returns a warning for each mark of another template language in a text. */
export function leftoverTraps(
  piece: PlacedPiece,
  inputs: ReadonlySet<string>,
  fields: ReadonlySet<string>,
): readonly Problem[] {
  const leftovers = templateLeftovers(piece.text, new Set([...inputs, ...fields]));
  return limitProblems(leftovers.map((mark) => leftover(piece, mark, inputs)));
}

/** Returns a warning for each run of invisible characters in a text. */
export function invisibleTextTraps(piece: PlacedPiece): readonly Problem[] {
  return limitProblems(
    invisibleText(piece.text).map(({ start, characters, names }) => {
      const at = piece.place(start, start + characters.length);
      return invisibleTextAt(names, at);
    }),
  );
}

/** Warns of invisible characters at a place. */
export function invisibleTextAt(names: string, at: Place): Problem {
  return problem('EVA_INVISIBLE_TEXT', `invisible text: ${names}`, {
    hint: 'remove it: a model reads it, and a reviewer cannot see it',
    at,
    severity: 'warning',
  });
}

function chatTraps(piece: PlacedPiece): readonly Problem[] {
  if (!isChatInText(piece.text)) return [];
  const start = piece.text.search(/\S/);
  return [
    problem('EVA_CHAT_IN_TEXT', 'this is a list of messages, and it is sent as one user message', {
      hint: 'rename the file to messages.yml',
      at: piece.place(start, start + 1),
      severity: 'warning',
    }),
  ];
}

function leftover(
  { place }: PlacedPiece,
  { start, end, kind, written, name }: Leftover,
  inputs: ReadonlySet<string>,
): Problem {
  const at = { at: place(start, end), severity: 'warning' } as const;
  if (kind === 'braces')
    return problem(
      'EVA_TEMPLATE_LEFTOVER:braces',
      `${quoted(written)} is sent as it is: a placeholder has the name of an input alone`,
      { hint: `write {{NAME}} with Latin letters, digits, _ and -; ${orLiteral}`, ...at },
    );
  if (kind === 'block' || name === undefined)
    return problem(
      'EVA_TEMPLATE_LEFTOVER:block',
      `${quoted(written)} is sent as it is: eva has no conditions, loops or comments`,
      { hint: `write the text that the model should read, or give the whole part as an input; ${orLiteral}`, ...at },
    );
  if (kind === 'known' && inputs.has(name))
    return problem(
      'EVA_TEMPLATE_LEFTOVER:input',
      `${quoted(written)} is sent as it is, and ${quoted(name)} is an input`,
      { hint: `write {{${short(name)}}}; ${orLiteral}`, ...at, fix: { written, name } },
    );
  if (kind === 'known')
    return problem(
      'EVA_TEMPLATE_LEFTOVER:field',
      `${quoted(written)} is sent as it is, and ${quoted(name)} is a field of the data set`,
      { hint: `${placeholderFor(name)}; ${orLiteral}`, ...at },
    );
  if (kind === 'triple')
    return problem(
      'EVA_TEMPLATE_LEFTOVER:triple',
      `${quoted(written)} is sent with a brace before and after the value`,
      { hint: `write {{${short(name)}}}; ${orLiteral}`, ...at, fix: { written, name } },
    );
  return problem('EVA_TEMPLATE_LEFTOVER:expression', `${quoted(written)} is sent as it is: eva replaces names alone`, {
    hint: `declare an input \`${short(name)}\` and write {{${short(name)}}}; ${orLiteral}`,
    ...at,
  });
}

function lookalikes({ text, place }: PlacedPiece, inputs: ReadonlySet<string>): readonly Problem[] {
  if (!/[^\0-\x7f]/.test(text)) return [];
  return disguisedPlaceholders(text).found.map(({ start, characters, odd }) => {
    const [name = ''] = placeholders(asLatin(characters));
    const at = place(start, start + characters.length);
    if (inputs.has(name))
      return problem(
        'EVA_LOOKALIKE',
        `this looks like {{${short(name)}}} and is sent as it is, since it contains ${short(codePoints(odd))}`,
        { hint: `type {{${short(name)}}} again`, at, severity: 'warning' },
      );
    const meant = asLatin(characters).replaceAll(' ', '').slice(0, longestShown);
    return problem(
      'EVA_LOOK_ALIKE:placeholder',
      `this is not the placeholder ${short(meant)}, so eva does not replace it: it contains ${short(codePoints(odd))}`,
      { hint: `retype ${short(meant)}`, at, severity: 'warning' },
    );
  });
}

/** A piece of a text that other template languages replace, and that eva sends as it is. */
interface Leftover {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /**
   * `block`: `{% … %}`, `{{#if x}}`. `expression`: `{{ a.b }}`. `triple`: `{{{x}}}`. `known`: `{x}`, `${x}`, `%(x)s`, `{row.x}`, `{x:>9}`,
   * `{{ vars.x }}` or `{{ x or "a" }}` of a known name. `braces`: any other text in double braces.
   */
  readonly kind: 'block' | 'expression' | 'triple' | 'known' | 'braces';
  readonly written: string;
  /** The name of an input or field that could replace it; absent for `braces`, and for a `block` without a known name. */
  readonly name?: string;
}

/** Matches what a text must have to hold a leftover. */
const mayHold = /\{ *[{%#\p{L}_]|<%|%\(|\[\[/u;

/** The most characters between the marks of a leftover. */
const inside = 300;

const name = '[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,99}';

const pieces = new RegExp(
  [
    `\\{%(?:[^%\\n]|%(?!\\})){0,${inside}}%\\}`,
    `(?<!\\{)\\{#(?:[^#\\n]|#(?!\\})){0,${inside}}#\\}`,
    `<%(?:[^%\\n]|%(?!>)){0,${inside}}%>`,
    `\\{{2,3}(?<inner>[^{}]{1,${inside}})\\}{2,3}`,
    `\\{\\{ *(?<open>${name}) *\\}(?!\\})`,
    `\\$\\{ *(?<dollar>${name}) *(?:[:?[|(][^{}\\n]{0,60})?\\}`,
    // not the argument of a command of LaTeX
    `(?<![{$])(?<!\\\\[A-Za-z]{1,20})\\{(?<plain>${name})(?:![rsa])?(?::(?!\\d+\\})[^{}\\s"',]{1,12}|\\[[^{}\\n]{0,40}\\])?\\}(?!\\})`,
    `%\\((?<percent>${name})\\)[-+#0]?[\\d.]*[sdifrxeg]`,
    `\\[\\[ *(?<square>${name}) *\\]\\]`,
  ].join('|'),
  'gu',
);

/** Finds the leftovers of other template languages in a text that eva renders. `known` are the names of inputs and fields. */
export function templateLeftovers(text: string, known: ReadonlySet<string>): readonly Leftover[] {
  if (!mayHold.test(text)) return [];
  return Array.from(text.matchAll(pieces)).flatMap(({ 0: written, index: start, groups = {} }) => {
    const place = { start, end: start + written.length, written };
    const { inner, ...names } = groups;
    const [named] = Object.values(names).flatMap((written) => written ?? []);
    if (named !== undefined) {
      const meant =
        knownName(named, known) ??
        knownName(named.split('.').at(-1) ?? '', known) ??
        knownName(named.split('.', 1)[0] ?? '', known);
      return meant === undefined ? [] : [{ ...place, kind: 'known' as const, name: meant }];
    }
    if (inner === undefined) return [{ ...place, kind: 'block' as const, ...nameIn(written, known) }];
    return leftoverIn(inner, written, known).map((found) => {
      const isKnown = found.kind === 'expression' && found.name !== undefined && known.has(found.name);
      return { ...place, ...found, ...(isKnown && { kind: 'known' as const }) };
    });
  });
}

/** Returns the known name that a word means, also in other letters; undefined if it means none. */
export function knownName(word: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(word)) return word;
  const small = word.toLowerCase();
  return [...known].find((name) => name.toLowerCase() === small);
}

function nameIn(text: string, known: ReadonlySet<string>): { readonly name?: string } {
  const words = text.match(/[\p{L}_][\p{L}\p{M}\p{N}_-]*/gu) ?? [];
  const [meant] = words.flatMap((word) => knownName(word, known) ?? []);
  return meant === undefined ? {} : { name: meant };
}

/** Returns what the inside of double or triple braces is in other languages; nothing for a placeholder of eva and for plain text. */
function leftoverIn(
  inner: string,
  written: string,
  known: ReadonlySet<string>,
): readonly Pick<Leftover, 'kind' | 'name'>[] {
  const isTriple = written.startsWith('{{{') && written.endsWith('}}}');
  const isTrimmed = /^-\s|\s-$/.test(inner) || /^-[A-Za-z_]/.test(inner);
  const text = inner.replace(isTrimmed ? /^-|-$/g : /^$/, '').trim();
  const { name: meant } = nameIn(text, known);
  if (/^[#/>^]\s*[A-Za-z_]/.test(text)) return [{ kind: 'block', ...nameIn(text, known) }];
  const isName = /^[A-Za-z_][\w-]*$/.test(text);
  if (isName && isTrimmed) return [{ kind: 'expression', name: text }];
  if (isName && isTriple) return [{ kind: 'triple', name: text }];
  if (isName && /^ *\S+ *$/.test(inner)) return [];
  if (isExpression(text)) return [{ kind: 'expression', name: meant ?? inputFor(text) }];
  const hasFilter = meant !== undefined && /^[\p{L}_][\p{L}\p{N}_-]*:[^\s:]/u.test(text);
  if (isCode(text) && !hasFilter) return [];
  return [meant === undefined ? { kind: 'braces' } : { kind: 'known', name: meant }];
}

/** Returns true for what code and formulas have in double braces: keys with values, statements, spreads, and no word at all. */
function isCode(text: string): boolean {
  return !/\p{L}/u.test(text) || /^(?:\.\.\.|["']?[\w$-]+["']?\s*:(?!:))|;|=>|^[\\<]/.test(text);
}

/** Returns true for `a.b`, `a[0]`, `f()`, and each of them or a name with `| filter`. */
function isExpression(text: string): boolean {
  const [value = '', filter] = text.split(/(?<!\|)\|(?!\|)/, 2).map((part) => part.trim());
  const isValue = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_0-9][\w-]*|\[[^[\]]*\]|\([^()]*\))*$/.test(value);
  if (!isValue) return false;
  return filter === undefined ? /[.[(]/.test(value) : /^[A-Za-z_]/.test(filter);
}

/** Returns the name of an input for an expression: `a_b` for `a.b`, `a_0` for `a[0]`, `x` for `x | upper` and for `vars.x`. */
function inputFor(expression: string): string {
  const value =
    expression
      .split('|', 1)[0]
      ?.trim()
      .replace(/^(?:vars|inputs?|context\.vars)\.(?=[A-Za-z_])/, '') ?? '';
  return (value.match(/\w+/g) ?? []).join('_').slice(0, 60);
}

/** Returns true if a text body is a list of messages in JSON or YAML, which eva would send as one message. */
export function isChatInText(body: string): boolean {
  const text = body.trim();
  if (!/^(?:\[|- |-\n)/.test(text) || !/\brole\b/.test(text)) return false;
  const list = listIn(text.replace(/\{\{[^{}\n]*\}\}/g, 'null'));
  return Array.isArray(list) && list.length > 0 && list.every((item) => isObject(item) && 'role' in item);
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { value, problems } = parseYaml(text, 'messages.yml');
    return hasErrors(problems) ? null : value?.value;
  }
}

/** Returns warnings of texts in the body of a prompt that do not mean what they seem to. `fields` are those of its data sets. */
export function promptTraps(
  prompt: Pick<Prompt, 'body' | 'body_places' | 'inputs' | 'braces'>,
  fields: ReadonlySet<string>,
): readonly Problem[] {
  const inputs = new Set(prompt.inputs.map(({ name }) => name));
  const rendering = { inputs, fields, isLiteral: prompt.braces === 'literal' };
  const { texts } = prompt.body_places;
  return [
    ...(typeof prompt.body === 'string' ? texts.flatMap(chatTraps) : []),
    ...texts.flatMap((text) => renderedTextTraps(text, rendering)),
  ];
}

/** The warnings of texts that do not mean what they seem to. */
const trapCodes: readonly string[] = [
  'EVA_TEMPLATE_LEFTOVER',
  'EVA_CHAT_IN_TEXT',
  'EVA_INVISIBLE_TEXT',
  'EVA_LOOKALIKE',
  'EVA_BRACES_IN_CHECK',
  'EVA_SILENT_CHECK',
];

/** Returns a warning of such a text as an error, for `--strict`, and any other problem as it is. */
export function asErrorIfTrap(entry: Problem): Problem {
  // A schema that is shared with other tools may have a format, which only they check.
  const isShared = entry.variant === 'format';
  return trapCodes.includes(entry.code) && !isShared ? { ...entry, severity: 'error' } : entry;
}

const orLiteral = 'if the braces are meant as they are, write braces: literal in meta.yml';

/** Says how to write a field of a data set: its name may be none of an input. */
function placeholderFor(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `write {{${name}}}`;
  return `write {{NAME}}, and inputs: { NAME: ${JSON.stringify(name)} } under dataset:`;
}
