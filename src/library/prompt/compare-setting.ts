import { unknownCase } from '#model/case.js';
import type { CompareSetting } from '#model/documents.gen.js';
import type { CompareRule } from '#model/pairs/compare-rule.js';
import { defaultMargin } from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { namedParts } from '../cases/case.js';
import type { CaseFiles } from '../cases/case-files.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import { earlier, type Path, stands } from '../source/place.js';

/** Reads `compare:` of a prompt's own eval.yml, and reports its problems. Returns null without it, or if its `against` cannot be used. */
export function readCompareRule(id: string, files: CaseFiles, report: ReportProblems): CompareRule | null {
  const own = files.isOfOther ? files.own : files.cases;
  const compare = own?.in('compare');
  if (!compare?.value || !compare.isSound) return null;
  report(flawsOfCases(compare, files.cases));
  const { against, not_worse_by = defaultMargin, cases, better = false } = compare.value as unknown as CompareSetting;
  const at = compare.in('against').place();
  const flaw = flawOfVersion(against, id);
  if (flaw) {
    const wrong = { id, against, flaw };
    report([problem('EVA_BAD_VALUE:compare_against', messageOf(wrong), { hint: hintOf(wrong), at })]);
    return null;
  }
  return { against, not_worse_by, cases: cases ?? null, better, at };
}

/** Characters that neither a git ref nor the id of a prompt can have. */
const impossible = /[\s\u0000-\u001f\u007f:?*[\\]/;

const runName = /^\d{8}T\d{6}Z-[0-9a-f]{6}$/;

/** Returns why a text cannot name the version to compare with; null if it may. */
function flawOfVersion(against: string, id: string): CompareRefFlaw | null {
  if (against === id) return 'itself';
  if (/^(\.|working[ _-]?tree|work[ _-]?tree)$/i.test(against)) return 'tree';
  if (runName.test(against)) return 'run';
  if (against.includes('..')) return 'two';
  if (/^[a-z][a-z-]*:\S/i.test(against)) return 'model';
  return against.startsWith('-') || impossible.test(against) ? 'impossible' : null;
}

/** Returns the names in `cases` of `compare:`, each with its part. */
function namesOf(compare: DocumentPart): readonly { readonly name: string; readonly part: DocumentPart }[] {
  return compare
    .in('cases')
    .items()
    .map((part) => ({ name: String(part.value), part }));
}

/** Returns why a case cannot be compared; null if it can. */
function kindOf(file: DocumentPart, [list = '', index = 0]: Path): 'look' | 'query' | null {
  if (list === 'triggering') return 'query';
  return file.in(list, index, 'look').value === true ? 'look' : null;
}

/** Lists named cases that do not exist, that cannot be compared, or that are named twice, and a file without a case to compare. */
function flawsOfCases(compare: DocumentPart, cases: DocumentPart): readonly Problem[] {
  const known = new Map(namedParts(cases).map(([name, part]) => [name, kindOf(cases, part.path)]));
  const comparable = [...known].flatMap(([name, flaw]) => (flaw === null ? [name] : []));
  const isRead = ['cases', 'scenarios', 'triggering'].every((list) => cases.in(list).isSound);
  if (known.size > 0 && comparable.length === 0 && isRead)
    return [
      problem('EVA_NOTHING_TO_RUN:compare', '"compare" has no case to compare: all are queries, or have look: true', {
        hint: 'add a case with assert:, rubric: or then:, or remove "compare"',
        at: compare.placeOfKey(),
      }),
    ];
  const first = new Map<string, DocumentPart>();
  return namesOf(compare).flatMap(({ name, part }) => {
    const at = part.place();
    const before = first.get(name);
    if (before)
      return [
        problem('EVA_DUPLICATE_NAME:compared', `"cases" of "compare" has ${quoted(name)} twice`, {
          hint: `${stands(earlier(before.place(), at))}; remove one of them`,
          at,
        }),
      ];
    first.set(name, part);
    const kind = known.get(name);
    if (kind)
      return [
        problem(
          'EVA_BAD_VALUE:compared_case',
          kind === 'look'
            ? `the case ${quoted(name)} cannot be compared: with look: true nothing judges it`
            : `the query ${quoted(name)} cannot be compared: it does not use the body of the prompt`,
          { hint: 'remove it from "cases" of "compare"', at },
        ),
      ];
    if (kind === null || !isRead) return [];
    return [unknownCase(name, comparable, at)];
  });
}

/** Why a text of `against` cannot name the version to compare with. */
type CompareRefFlaw = 'itself' | 'tree' | 'run' | 'two' | 'model' | 'impossible';

const versions = 'write ready, the id of another prompt, or a git ref such as main';

interface WrongVersion {
  readonly id: string;
  readonly against: string;
  readonly flaw: CompareRefFlaw;
}

function messageOf({ id, against, flaw }: WrongVersion): string {
  const named = `"against" is ${quoted(against)}`;
  switch (flaw) {
    case 'itself':
      return `${named}, so that ${quoted(id)} would be compared with itself`;
    case 'tree':
      return `${named}, so that the files would be compared with themselves`;
    case 'run':
      return `${named}, the name of a run, which is no version of the prompt`;
    case 'two':
      return `${named}, which names two versions`;
    case 'model':
      return `${named}, which names no version of the prompt`;
    case 'impossible':
      return `${named}, which can be neither the id of a prompt nor a git ref`;
  }
}

function hintOf({ id, against, flaw }: WrongVersion): string {
  switch (flaw) {
    case 'itself':
      return `${versions}; a branch of this name is refs/heads/${id}`;
    case 'two':
      return `write one, for example against: ${firstOf(against)}; the other is always the files`;
    case 'model':
      return `${versions}; to compare models, run: eva compare ${id} --model A --model B`;
    default:
      return versions;
  }
}

/** Returns the first version of a range `main..next`, if it can be typed as it is. */
function firstOf(range: string): string {
  const [first = ''] = range.split('..');
  return /^[\w./-]{1,80}$/.test(first) ? first : 'main';
}
