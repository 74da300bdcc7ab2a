import { problem } from '#errors/index.js';
import type { Place, Problem } from '#model/problem.js';
import { type NamedReports, placeOfEva, type ReportFlaw, readReports } from '#model/run/report-target.js';
import { leavesAsText } from '../source/inside-root.js';
import { valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

/** Returns the reports that `reports:` of eva.yml names, and the problems of the others. */
export function configReports(source: YamlSource): NamedReports & { readonly problems: readonly Problem[] } {
  const value = valueAt(source.value, ['reports']);
  const texts = Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : null)) : [];
  if (texts.includes(null)) return { targets: [], flaws: [], problems: [] }; // the schema says so
  const named = readReports(texts.filter((item) => item !== null));
  const at = (index: number) => source.place(['reports', index]);
  const misplaced = texts.flatMap((item, index) => (item === null ? [] : misplacedFile(item, at(index))));
  return { ...named, problems: [...named.flaws.map(({ index, flaw }) => problemOf(flaw, at(index))), ...misplaced] };
}

function problemOf(flaw: ReportFlaw, at: Place): Problem {
  switch (flaw.flaw) {
    case 'unknown_reporter':
      return problem('EVA_BAD_VALUE:unknown_reporter', flaw, { at });
    case 'no_file':
      return problem('EVA_BAD_VALUE:no_report_file', flaw, { at });
    case 'two_on_stdout':
      return problem('EVA_BAD_VALUE:two_on_stdout', flaw, { at });
    case 'same_file':
      return problem('EVA_BAD_VALUE:same_report_file', flaw, { at });
  }
}

/** Lists a problem for a file outside of the library, or in the place of a file that eva reads. */
function misplacedFile(written: string, at: Place): readonly Problem[] {
  const [target] = readReports([written]).targets;
  if (!target || target.file === null) return [];
  const why = leavesAsText(target.file);
  if (why !== undefined) return [problem('EVA_OUTSIDE:path', { path: target.file, why }, { at })];
  const place = placeOfEva(target.file);
  return place === null ? [] : [problem('EVA_BAD_VALUE:report_in_library', { file: target.file, place }, { at })];
}
