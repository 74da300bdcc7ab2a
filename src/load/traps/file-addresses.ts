import { problem } from '#errors/index.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import type { Path } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

/** The keys of a case, and of `defaults`, that hold texts. */
const keysWithTexts: readonly string[] = ['inputs', 'messages', 'assert', 'rubric', 'reference'];

/** Keys below them whose text is a path: a file that is missing there is a problem of its own. */
const keysWithPaths: readonly string[] = [
  ...['json_schema', 'not_json_schema', 'arguments_schema'],
  ...['module', 'command', 'content_from', 'file'],
];

/** Returns a warning for each `file://…` in an eval.yml that eva uses as a text, and promptfoo as the content of that file. */
export function fileAddresses(source: YamlSource): readonly Problem[] {
  const { value } = source;
  if (!isObject(value)) return [];
  const { defaults, cases } = value;
  const owners: readonly (readonly [Path, JsonValue | undefined])[] = [
    [['defaults'], defaults],
    ...(Array.isArray(cases) ? cases.map((one: JsonValue, index) => [['cases', index], one] as const) : []),
  ];
  return owners.flatMap(([path, owner]) =>
    isObject(owner) ? keysWithTexts.flatMap((key) => addressesIn(owner[key], [...path, key], source)) : [],
  );
}

function addressesIn(value: JsonValue | undefined, path: Path, source: YamlSource): readonly Problem[] {
  if (typeof value === 'string') {
    if (!/^file:\/\/\S+$/.test(value)) return [];
    const input = path.at(-2) === 'inputs' ? String(path.at(-1)) : null;
    const params = { written: value.slice(0, longestShown), input };
    return [
      problem(
        'EVA_TEMPLATE_LEFTOVER:file',
        `${quoted(params.written)} is used as this text: eva does not read the file`,
        {
          hint:
            params.input === null
              ? 'write the text of the file here'
              : `write it under files: instead of inputs:, without file://: files: { ${short(params.input)}: PATH }`,
          at: source.place(path),
          severity: 'warning',
        },
      ),
    ];
  }
  if (Array.isArray(value)) {
    return value.flatMap((one: JsonValue, index) => addressesIn(one, [...path, index], source));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    keysWithPaths.includes(key) ? [] : addressesIn(one, [...path, key], source),
  );
}

const longestShown = 120;
