import type { ReportSurroundings } from '../report.js';
import { excerpt } from '../words/excerpt.js';
import type { TestCase } from './test-case.js';
import { type Attributes, around, element } from './xml.js';

/** A suite before it is written. `name` is a visible text, which is also the class of its test cases. */
export interface TestSuite {
  /** The number of the suite in its file, from 0. */
  readonly id: number;
  readonly name: string;
  /** Words that its name ends in, such as `partial`. */
  readonly flags: readonly string[];
  readonly seconds: number | null;
  /** ISO 8601; null if it is not known. */
  readonly timestamp: string | null;
  readonly properties: readonly Property[];
  readonly cases: readonly TestCase[];
}

/** A property with an untrusted value. */
export interface Property {
  readonly name: string;
  readonly value: string;
}

/** Renders a suite. No two of its cases have the same name, since GitLab drops the second one. */
export function suiteText(suite: TestSuite, { prefix, eva_version }: ReportSurroundings): string {
  const { id, name, flags, seconds, timestamp, properties, cases } = suite;
  const counted = (wanted: string) => cases.filter(({ result }) => result?.element === wanted).length;
  const attributes = {
    ...{ name: [name, ...flags.map((flag) => `(${flag})`)].join(' '), id },
    ...{ tests: cases.length, failures: counted('failure'), errors: counted('error'), skipped: counted('skipped') },
    ...{ time: seconds, timestamp: timestamp?.slice(0, 'YYYY-MM-DDThh:mm:ss'.length) ?? null },
  };
  const unique = uniqueNames();
  const own = [{ name: 'eva', value: eva_version }, ...properties].map((property) =>
    element('property', { name: property.name, value: excerpt(property.value) }),
  );
  const written = cases.map((one) => caseText(one, { classname: name, name: unique(one.name) }, prefix));
  return `  ${around('testsuite', attributes, [around('properties', {}, own, 3), ...written], 2)}\n`;
}

function caseText({ file, line, seconds, result, output }: TestCase, names: Attributes, prefix: string): string {
  const attributes = { ...names, file: file === null ? null : excerpt(prefix) + file, line, time: seconds };
  if (result === null)
    return around('testcase', attributes, output === '' ? [] : [element('system-out', {}, output)], 3);
  const { type, message, content } = result;
  return around('testcase', attributes, [element(result.element, { type, message }, content)], 3);
}

/** Returns names of which no two are equal: later ones get a number. An empty name gets words. */
export function uniqueNames(): (name: string) => string {
  const seen = new Set<string>();
  return (name) => {
    const own = name.trim() === '' ? '(no name)' : name;
    let unique = own;
    for (let number = 2; seen.has(unique); number++) unique = `${own} (${number})`;
    seen.add(unique);
    return unique;
  };
}
