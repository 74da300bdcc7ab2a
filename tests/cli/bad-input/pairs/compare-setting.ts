import { bad, beforeCases, evalFile, goodCase } from '../fixture.js';

const model = 'defaults: { model: claude-opus-4-7 }';

/** Returns an eval.yml with one valid case, `happy`, and these lines of `compare:`. */
function comparing(...lines: readonly string[]) {
  return beforeCases(model, 'compare:', ...lines.map((line) => `  ${line}`));
}

/** Returns an eval.yml with `compare` written in one line. */
function compare(value: string) {
  return beforeCases(model, `compare: ${value}`);
}

const second = '  - name: shown\n    look: true\n    inputs: { code: a }\n';

/** Mistakes in `compare:` of eval.yml. */
export const compareSettings = [
  bad('compare is true', compare('true')),
  bad('against is the prompt itself', comparing('against: diff')),
  bad('against is the working tree', comparing('against: working tree')),
  bad('against is a range', comparing('against: main..next')),
  bad('against is a range that nobody can type', comparing('against: "a b..$(touch x)"')),
  bad('against is a run', comparing('against: 20261121T223015Z-4f3a9c')),
  bad('against is a model', comparing('against: openai:gpt-5.4')),
  bad('against looks like a flag', comparing('against: --output=/tmp/x')),
  bad('the margin is a list', comparing('against: main', 'not_worse_by: [0.02]')),
  bad('cases is a mapping', comparing('against: main', 'cases: { happy: true }')),
  bad('a case is nothing', comparing('against: main', 'cases: [~]')),
  bad('a case is named twice', comparing('against: main', 'cases: [happy, happy]')),
  bad(
    'a case is only shown',
    evalFile(`${model}\ncompare: { against: main, cases: [happy, shown] }\n${goodCase}${second}`),
  ),
  bad(
    'a case is a query',
    beforeCases(
      model,
      'triggering: { should_match: [refactor] }',
      'compare: { against: main, cases: ["should_match: refactor"] }',
    ),
  ),
  bad('all cases are only shown', evalFile(`${model}\ncompare: { against: main, cases: [shown] }\ncases:\n${second}`)),
];
