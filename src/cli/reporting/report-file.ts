import { constants, lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { placeOfEva, type ReporterName } from '#model/run/report-target.js';
import { quoted, short } from '#model/text/quoted.js';
import { onDisk, readStart, withRegular } from '#store/files/regular-file.js';
import type { PlacedReport } from './report-places.js';

/** How the files of each reporter begin. */
const beginnings: Readonly<Record<ReporterName, RegExp>> = {
  html: /^<!doctype html>[\s\S]*Content-Security-Policy/,
  json: /^\{\s*"view": \{\s*"schema": "eva-view\//,
  junit: /^<\?xml [^>]*>\s*<testsuites name="eva"/,
  markdown: /^### [✓✗~?·] /,
  github: /^::(error|warning|notice) /,
  pretty: /^\n +\S/,
};

/** Enough of a file to tell what wrote it, in bytes. */
const lengthOfBeginning = 1000;

/**
 * Lists problems of the files of reports: one in the place of a file that eva or git reads, also through a link; one that is there and no
 * earlier report, so that a mistyped name costs no work; two reports for one file.
 */
export function fileProblems(targets: readonly PlacedReport[], root: string): readonly Problem[] {
  const placed = targets.flatMap(({ name, file }) => (file === null ? [] : [{ name, file, real: realFile(file) }]));
  return placed.flatMap(({ name, file, real }, at) => {
    const twin = placed.slice(0, at).find((other) => other.real === real && other.file !== file);
    if (twin) return [problem('EVA_USAGE:same_report_file', { names: [twin.name, name], file })];
    return fileProblem({ name, file, real }, root) ?? [];
  });
}

/** Returns the problem of one file; null if a report may be written there. `real`: its path without links. */
export function fileProblem(
  { name, file, real = realFile(file) }: { readonly name: ReporterName; readonly file: string; readonly real?: string },
  root: string,
): Problem | null {
  const place = placeOfEva(relative(realPath(root), real));
  if (place !== null) return problem('EVA_USAGE:report_in_library', { file, place });
  return mayReplace(name, file)
    ? null
    : problem('EVA_USAGE:not_a_report', `${quoted(file)} is there, and no earlier report of the kind ${short(name)}`, {
        hint: 'name another file, or remove this one',
      });
}

/** Returns a path without the links of its folders. A link in the place of the file itself stays: it is refused when it is written. */
function realFile(file: string): string {
  return join(realPath(dirname(file)), basename(file));
}

/** Resolves the links of the part of a path that exists. */
function realPath(path: string): string {
  const real = realpathIfThere(path);
  if (real !== null) return real;
  const up = dirname(path);
  return up === path ? path : join(realPath(up), basename(path));
}

function realpathIfThere(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function mayReplace(name: ReporterName, file: string): boolean {
  const entry = lstatIfThere(file);
  if (entry === null) return true;
  if (!entry.isFile()) return false;
  if (entry.size === 0) return true;
  const read = (fd: number) => readStart(fd, lengthOfBeginning).toString();
  const beginning = onDisk('read', file, () => withRegular(file, constants.O_RDONLY, read)) ?? '';
  return beginnings[name].test(beginning);
}

function lstatIfThere(file: string): Stats | null {
  try {
    return lstatSync(file);
  } catch {
    return null; // it, or a folder above it, does not exist yet
  }
}
