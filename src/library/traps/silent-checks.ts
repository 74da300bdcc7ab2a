import { isObject, type JsonValue } from '#model/data/json.js';
import type { Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { codePoints, controlCharacter } from '#model/text/characters.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import type { DocumentPart } from '../source/document.js';
import type { Path } from '../source/place.js';

/** Returns the place of a part of a value, by the keys and indexes that lead to it. */
type PlaceOf = (path: Path, on?: 'key') => Place;

/** Returns warnings of the texts of a check or extract that mean something else than they seem to. */
export function silentTexts(value: unknown, isPattern: boolean, place: PlaceOf, path: Path = []): readonly Problem[] {
  if (typeof value === 'string') return silentText(value, isPattern, () => place(path));
  if (value === null || typeof value !== 'object') return [];
  const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [...parts].flatMap(([key, part]) =>
    silentTexts(part, isPattern || key === 'matches', place, [...path, key as string | number]),
  );
}

function silentText(text: string, isPattern: boolean, place: () => Place): readonly Problem[] {
  // Whoever writes \e in a plain text means the character that begins the colours of a terminal.
  const [control] =
    (isPattern ? text : text.replaceAll('\u001b', '')).match(isPattern ? inPatterns : controlCharacter) ?? [];
  if (control !== undefined) {
    const params = { character: codePoints(control), written: escapes[control] ?? null };
    return [
      problem(
        'EVA_SILENT_CHECK:control',
        `this text has the control character ${short(params.character)}${params.written === null ? '' : `, which is ${short(params.written)} in double quotes`}`,
        {
          hint: 'write it in single quotes, or with two backslashes in double quotes',
          at: place(),
          severity: 'warning',
        },
      ),
    ];
  }
  const [, inner, flags] = (isPattern && /^\/(.+)\/([dgimsuvy]+)$/s.exec(text)) || [];
  if (inner === undefined || flags === undefined) return [];
  const meant = flags.replace(/[^ims]/g, '');
  const pattern = meant === '' ? inner : `(?${meant})${inner}`;
  return [
    problem(
      'EVA_SILENT_CHECK:slashes',
      'the slashes around this pattern are part of it, and so are the letters after them',
      { hint: `write '${short(pattern)}'`, at: place(), severity: 'warning' },
    ),
  ];
}

/** As `controlCharacter`, with what YAML makes of \N, \L and \P. */
const inPatterns = new RegExp(`${controlCharacter.source}|[\u0085\u2028\u2029]`);

/** The escapes that YAML reads in double quotes. */
const escapes: Readonly<Record<string, string>> = {
  '\0': '\\0',
  '\u0007': '\\a',
  '\b': '\\b',
  '\v': '\\v',
  '\f': '\\f',
  '\u001b': '\\e',
  '\u0085': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

const mapsOfSchemas = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

const schemas = ['items', 'prefixItems', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'contains'].concat(
  ...['additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
);

const keywords = [...mapsOfSchemas, ...schemas].concat(
  `$schema $id $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment title description default examples deprecated readOnly
writeOnly type enum const required minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems
maxItems uniqueItems minContains maxContains minProperties maxProperties dependencies dependentRequired contentEncoding contentMediaType
contentSchema`.split(/\s+/),
);

/** The keywords that a misspelt one may mean: those with a dollar check nothing themselves. */
const checking = keywords.filter((keyword) => !keyword.startsWith('$'));

/** Returns the keyword that a word misspells or is the beginning of, such as `property` and `unique`. */
function meantBy(word: string): string | undefined {
  const stem = word.replace(/y$/, '');
  return (
    nearest(word, checking) ?? (stem.length > 4 ? checking.find((keyword) => keyword.startsWith(stem)) : undefined)
  );
}

/** Keywords of OpenAPI, whose schemas are shared with checks. */
const ofOpenApi = ['example', 'nullable', 'discriminator', 'xml', 'externalDocs'];

/**
 * Returns warnings of the parts of a JSON Schema that check nothing: keywords that resemble a known one, patterns that mean something else,
 * and, if it is asserted, the first `format`.
 */
export function silentKeywords(schema: JsonValue, isAsserted: boolean, place: PlaceOf): readonly Problem[] {
  let hasFormat = !isAsserted;
  const find = (part: JsonValue, path: Path): readonly Problem[] => {
    if (Array.isArray(part)) return part.flatMap((item: JsonValue, index) => find(item, [...path, index]));
    if (!isObject(part)) return [];
    return Object.entries(part).flatMap(([key, value]) => {
      const own = [...path, key];
      if (mapsOfSchemas.includes(key) && isObject(value))
        return Object.entries(value).flatMap(([name, schema]) => find(schema, [...own, name]));
      if (schemas.includes(key)) return find(value, own);
      if (key === 'pattern' && typeof value === 'string') return silentText(value, true, () => place(own));
      const at = { at: place(own, 'key'), severity: 'warning' } as const;
      if (key === 'format' && !hasFormat) {
        hasFormat = true;
        return [
          problem('EVA_SILENT_CHECK:format', `eva does not check "format": ${quoted(String(value))} fits every text`, {
            hint: 'add a pattern that says what the text looks like',
            ...at,
          }),
        ];
      }
      const meant = keywords.includes(key) || ofOpenApi.includes(key) ? undefined : meantBy(key);
      return meant === undefined
        ? []
        : [
            problem('EVA_SILENT_CHECK:keyword', `${quoted(key)} is no keyword of JSON Schema, so it checks nothing`, {
              hint: `did you mean ${quoted(meant)}?`,
              ...at,
            }),
          ];
    });
  };
  return find(schema, []);
}

/** The keys of a case, and of `defaults`, that hold texts. */
const keysWithTexts: readonly string[] = ['inputs', 'messages', 'assert', 'rubric', 'reference'];

/** Keys below them whose text is a path: a file that is missing there is a problem of its own. */
const keysWithPaths: readonly string[] = [
  ...['json_schema', 'not_json_schema', 'arguments_schema'],
  ...['module', 'command', 'content_from', 'file'],
];

/** Returns a warning for each `file://…` in an eval.yml that eva uses as a text, and promptfoo as the content of that file. */
export function fileAddresses(file: DocumentPart): readonly Problem[] {
  const owners = [file.in('defaults'), ...file.in('cases').items()];
  return owners.flatMap((owner) => keysWithTexts.flatMap((key) => addressesIn(owner.in(key))));
}

function addressesIn(part: DocumentPart): readonly Problem[] {
  const { value, path } = part;
  if (Array.isArray(value)) return part.items().flatMap(addressesIn);
  if (isObject(value))
    return Object.keys(value).flatMap((key) => (keysWithPaths.includes(key) ? [] : addressesIn(part.in(key))));
  if (typeof value !== 'string' || !/^file:\/\/\S+$/.test(value)) return [];
  const isInput = path.at(-2) === 'inputs';
  return [
    problem(
      'EVA_TEMPLATE_LEFTOVER:file',
      `${quoted(value.slice(0, longestShown))} is used as this text: eva does not read the file`,
      {
        hint: isInput
          ? `write it under files: instead of inputs:, without file://: files: { ${short(String(path.at(-1)))}: PATH }`
          : 'write the text of the file here',
        at: part.place(),
        severity: 'warning',
      },
    ),
  ];
}

const longestShown = 120;
