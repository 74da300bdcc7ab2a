import { problem } from '#errors/index.js';
import { orLiteral, placeholderFor } from '#errors/sentences/input/load/traps.js';
import type { Place, Problem } from '#model/problem.js';
import { asLatin, codePoints, disguisedPlaceholders } from '#model/text/characters.js';
import { placeholders, quoted, short } from '#model/text/quoted.js';
import { placeAt, placedText } from '../source/place.js';
import { limitProblems } from '../source/problem-list.js';
import { isChatInText } from './chat-in-text.js';
import { invisibleText } from './invisible-text.js';
import { type Leftover, templateLeftovers } from './template-leftovers.js';

/** The most characters of a placeholder that a warning shows. */
const longestShown = 60;

/** A text that a person wrote, and the place of each part of it. Offsets are UTF-16 units. */
export interface PlacedPiece {
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
export function renderedTextTraps(piece: PlacedPiece, { inputs, fields, isLiteral }: Rendering): readonly Problem[] {
  const alike = lookalikes(piece, inputs);
  const isAlike = ({ at }: Problem) => alike.some((one) => one.at?.line === at?.line && one.at?.column === at?.column);
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
  const found = templateLeftovers(piece.text, new Set([...inputs, ...fields]));
  return limitProblems(found.map((one) => leftover(piece, one, inputs)));
}

/** Returns a warning for each run of invisible characters in a text. */
export function invisibleTextTraps(piece: PlacedPiece): readonly Problem[] {
  return limitProblems(
    invisibleText(piece.text).map(({ start, characters, names }) => {
      const at = piece.place(start, start + characters.length);
      return problem('EVA_INVISIBLE_TEXT', { names }, { at, severity: 'warning' });
    }),
  );
}

export function chatTraps(piece: PlacedPiece): readonly Problem[] {
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
