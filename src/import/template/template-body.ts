import { templateLeftovers } from '#library/traps/text-traps.js';
import { isObject } from '#model/data/json.js';
import { placeholderPattern } from '#model/text/quoted.js';
import type { BodyInput, VarValue } from '../imported.js';
import { compute, type Variables } from './evaluate.js';
import { type Expression, joinedText, partsOf, shownText, variablesIn } from './expression.js';
import { type TemplatePiece, withJoinedTexts } from './parse-template.js';

/** A template as a text with eva's placeholders. */
export interface TemplateBody {
  readonly text: string;
  /** Its inputs, each once, in the order of the text. */
  readonly inputs: readonly BodyInput[];
  /** True if the text has braces that eva takes for those of another template language. */
  readonly hasBraces: boolean;
}

/**
 * Turns the pieces of a template into a text with eva's placeholders. A name alone stays as it is; what needs computing becomes an input with
 * a value for each test, and literal braces that eva would replace become an input with a fixed value.
 */
export function bodyOfPieces(pieces: readonly TemplatePiece[], names: InputNames): TemplateBody {
  const inputs = new Map<string, BodyInput>();
  const placeholderFor = (input: BodyInput) => {
    inputs.set(input.name, input);
    return `{{${input.name}}}`;
  };
  const text = withConstants(pieces)
    .map((piece) =>
      piece.kind === 'placeholder'
        ? placeholderFor(inputFor(piece.expression, names))
        : piece.text.replace(placeholderPattern, (whole, name: string) =>
            placeholderFor(fixedInput(whole, `literal_${name}`, names)),
          ),
    )
    .join('');
  return { text, inputs: [...inputs.values()], hasBraces: templateLeftovers(text, new Set(inputs.keys())).length > 0 };
}

/** Replaces placeholders that read no variable by their text, and joins it with the text around it. */
function withConstants(pieces: readonly TemplatePiece[]): readonly TemplatePiece[] {
  return withJoinedTexts(
    pieces.map((piece) => {
      const constant = piece.kind === 'text' ? undefined : constantOf(piece.expression);
      return constant === undefined ? piece : { kind: 'text', text: constant };
    }),
  );
}

function constantOf(expression: Expression): string | undefined {
  if (variablesIn(expression).length > 0) return undefined;
  const computed = compute(expression, {});
  return 'value' in computed ? shownText(computed.value) : undefined;
}

function inputFor(expression: Expression, names: InputNames): BodyInput {
  if (expression.kind === 'name') return variableInput(expression.name, names);
  return {
    name: names.nameOf(meaningOf(expression), wishFor(expression)),
    reads: variablesIn(expression),
    valueOf: (vars) => {
      const computed = compute(expression, vars);
      return 'value' in computed ? { kind: 'value', value: shownText(computed.value) } : undefined;
    },
    flawOf: (vars) => {
      const computed = compute(expression, vars);
      return 'unsupported' in computed ? computed.unsupported : undefined;
    },
  };
}

/** Returns the input of a variable that is inserted as it is. */
export function variableInput(variable: string, names: InputNames): BodyInput {
  return {
    name: names.nameOf(meaningOfName(variable), variable),
    reads: [variable],
    valueOf: (vars) => insertedValue(vars, variable),
    flawOf: (vars) => {
      const isFile = Object.hasOwn(vars, variable) && vars[variable]?.kind === 'media';
      return isFile ? `the text of \`${variable}\`, which is a picture or a PDF` : undefined;
    },
  };
}

/** Returns a value as a placeholder shows it. Lists and mappings are texts in Nunjucks, and JSON in eva. */
function insertedValue(vars: Variables, variable: string): VarValue | undefined {
  const found = Object.hasOwn(vars, variable) ? vars[variable] : undefined;
  if (found?.kind !== 'value') return found;
  const { value } = found;
  const isOther = value === null || Array.isArray(value) || isObject(value) || !isPlainNumber(value);
  return isOther ? { kind: 'value', value: value === null ? '' : joinedText(value) } : found;
}

/** Returns false for a number that YAML and JavaScript do not write alike, such as 1e21. */
function isPlainNumber(value: unknown): boolean {
  return typeof value !== 'number' || /^-?\d{1,15}(\.\d+)?$/.test(String(value));
}

/** Returns an input with the same value in all tests. */
export function fixedInput(fixed: string, wish: string, names: InputNames): BodyInput {
  const name = names.nameOf(`literal ${fixed}`, wish);
  return { name, reads: [], valueOf: () => ({ kind: 'value', value: fixed }), fixed };
}

/** Gives names to the inputs of the prompts of a configuration. The same expression has the same name in all of them. */
export interface InputNames {
  /** Returns the name for a meaning, as close to the wish as other meanings allow. */
  nameOf(meaning: string, wish: string): string;
}

/** The form of a name that eva takes as an input. */
const nameForm = /^[A-Za-z_][A-Za-z0-9_-]*$/;

const longestName = 60;

/** Opens the names of a configuration. `variables` are the names that its tests give values to: they keep their meaning. */
export function openInputNames(variables: Iterable<string> = []): InputNames {
  const meanings = new Map([...variables].map((name) => [name, meaningOfName(name)]));
  const names = new Map<string, string>();
  const latest = new Map<string, number>();
  const isFree = (name: string, meaning: string) => (meanings.get(name) ?? meaning) === meaning;
  const firstFree = (base: string, meaning: string) => {
    if (isFree(base, meaning)) return base;
    for (let number = (latest.get(base) ?? 1) + 1; ; number++) {
      latest.set(base, number);
      if (isFree(`${base}_${number}`, meaning)) return `${base}_${number}`;
    }
  };
  return {
    nameOf(meaning, wish) {
      const known = names.get(meaning);
      if (known !== undefined) return known;
      const name = firstFree(nameForm.test(wish) ? wish : nearestName(wish), meaning);
      meanings.set(name, meaning);
      names.set(meaning, name);
      return name;
    },
  };
}

/** Returns the meaning of a placeholder that holds a name alone. */
function meaningOfName(name: string): string {
  return meaningOf({ kind: 'name', name });
}

/** Returns the meaning of an expression: equal for equal expressions. */
export function meaningOf(expression: Expression): string {
  return JSON.stringify(expression);
}

/** Returns the name that an expression suggests: `a_b` for `a.b`, `x_upper` for `x | upper`. */
function wishFor(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'value':
      return String(expression.value);
    case 'escaped':
      return `${wishFor(expression.of)}_json`;
    case 'filter':
      return `${wishFor(expression.of)}_${expression.name}`;
    default:
      return partsOf(expression).map(wishFor).join('_').slice(0, 200);
  }
}

function nearestName(wish: string): string {
  const words =
    wish
      .normalize('NFKD')
      .slice(0, 200)
      .match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.join('_').slice(0, longestName).replace(/_+$/, '');
  return nameForm.test(name) ? name : name === '' ? 'value' : `value_${name}`;
}
