import { problem } from '#errors/index.js';
import { isObject } from '#model/data/json.js';
import type { CheckSpec, ExtractSpec } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { listed } from '#model/text/quoted.js';
import { type Path, valueAt } from '../../source/place.js';
import { silentTexts } from '../../traps/silent-checks.js';
import { contextAt, type EvalContext } from '../eval-context.js';
import { readModuleUse } from '../module-file.js';

/** The `extract` of a case or of `defaults`, and its place. */
export interface WrittenExtract {
  readonly extract: ExtractSpec;
  readonly extract_at: Place;
}

/** Reads `extract:` of the case at a path, or that of defaults; undefined without one, and for `whole`. Reports one that cannot be used. */
export function readExtract(context: EvalContext, path: Path): WrittenExtract | undefined {
  const own = [...path, 'extract'];
  if (context.document.holds(own)) return readExtractAt(context, own);
  const inherited = ['defaults', 'extract'];
  return readExtractAt(contextAt(context, inherited), inherited);
}

/** Reads `extract:` of a check at a path: `whole`, or a piece. */
export function extractOfCheck(context: EvalContext, path: Path): Pick<CheckSpec, 'extract' | 'extract_at'> {
  if (valueAt(context.source.value, path) === 'whole') return { extract: 'whole' };
  return readExtractAt(context, path) ?? {};
}

/** The kinds of pieces. `group` goes with `matches`. */
const kinds = ['tag', 'json', 'matches', 'fence', 'module'] as const;

function readExtractAt(context: EvalContext, path: Path): WrittenExtract | undefined {
  const { document, source, report } = context;
  const written = valueAt(source.value, path);
  if (written === 'json') return { extract: 'json', extract_at: source.place(path) };
  if (!isObject(written) || !document.isSound(path)) return undefined;
  const given = kinds.filter((kind) => written[kind] !== undefined);
  const [kind] = given;
  if (given.length !== 1 || !kind) {
    report([
      problem(
        'EVA_ONE_KEY:extract',
        `an extract has exactly one of tag, json, matches, fence and module, but this one has ${given.length === 0 ? 'none' : listed(given)}`,
        {
          hint: given.length === 0 ? 'write { tag: answer }, { json: /label } or { fence: json }' : 'keep one of them',
          at: source.place(path),
        },
      ),
    ]);
    return undefined;
  }
  if (written['group'] !== undefined && kind !== 'matches') {
    report([
      problem('EVA_UNKNOWN_KEY:group', `"group" has no effect beside ${kind}: only a pattern has groups`, {
        hint: 'remove group, or write matches:',
        at: source.place([...path, 'group'], 'key'),
      }),
    ]);
    return undefined;
  }
  const extract_at = source.place([...path, kind]);
  if (kind !== 'module') report(silentTexts(written[kind], kind === 'matches', () => extract_at));
  if (kind === 'module') {
    const use = readModuleUse(context, [...path, kind], String(written[kind]));
    return use === undefined ? undefined : { extract: { module: use }, extract_at };
  }
  const group = written['group'] === undefined ? {} : { group: written['group'] };
  return { extract: { [kind]: written[kind], ...group } as ExtractSpec, extract_at };
}
