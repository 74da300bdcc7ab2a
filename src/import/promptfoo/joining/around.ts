import type { ConfigNode } from '../../config-node.js';
import type { Ledger } from '../../finding.js';
import type { ImportedTest } from '../imported.js';
import { renderTemplate } from '../template/render.js';

/** Templates before and after each prompt, and the tests with the variables that these use. */
export interface Around {
  readonly prefix: string;
  readonly suffix: string;
  readonly tests: readonly ImportedTest[];
}

/**
 * Reads `options.prefix` and `options.suffix` of tests. If all tests have the same ones, they become part of the prompts. If they differ,
 * each becomes a variable of its test.
 */
export function readAround(tests: readonly ImportedTest[], ledger: Ledger): Around {
  const prefix = readSide('prefix', tests, ledger);
  const suffix = readSide('suffix', prefix.tests, ledger);
  return { prefix: prefix.template, suffix: suffix.template, tests: suffix.tests };
}

function readSide(side: 'prefix' | 'suffix', tests: readonly ImportedTest[], ledger: Ledger) {
  const texts = tests.map(({ options }) => textOf(options[side]));
  const [first = ''] = texts;
  if (texts.every((text) => text === first)) return { template: first, tests };
  const name = freeName(side, tests);
  const given = tests.map((test, index) => {
    const rendered = renderTemplate(texts[index] ?? '', test.vars);
    if ('unsupported' in rendered) {
      ledger.add('blocks', 'test', test.options[side] ?? test.node, {
        what: `options.${side}`,
        reason: rendered.unsupported,
      });
      return test;
    }
    return { ...test, vars: { ...test.vars, [name]: { kind: 'value', value: rendered.text } as const } };
  });
  return { template: `{{${name}}}`, tests: given };
}

function textOf(node: ConfigNode | undefined): string {
  return node === undefined || node.value === null ? '' : String(node.value);
}

function freeName(wished: string, tests: readonly ImportedTest[]): string {
  let name = wished;
  for (let count = 2; tests.some(({ vars }) => name in vars); count++) name = `${wished}_${count}`;
  return name;
}
