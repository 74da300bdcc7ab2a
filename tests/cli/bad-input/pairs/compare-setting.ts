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
  bad('compare is a word', compare('main')),
  bad('compare is true', compare('true')),
  bad('compare is a list', compare('[main]')),
  bad('compare is nothing', compare('')),
  bad('compare is empty', compare('{}')),
  bad('compare has no against', comparing('not_worse_by: 0.02')),
  bad('compare stands in a case', evalFile(`${model}\n${goodCase}    compare: { against: main }\n`)),
  bad('compare stands in defaults', evalFile(`defaults: { model: claude-opus-4-7, compare: main }\n${goodCase}`)),
  bad('compare is misspelled', beforeCases(model, 'compares: { against: main }')),
  bad('compare is given twice', beforeCases(model, 'compare: { against: main }', 'compare: { against: ready }')),
  bad('against is misspelled', comparing('agianst: main')),
  bad('against has another name', comparing('baseline: main')),
  bad('against is blank', comparing('against: " "')),
  bad('against is a number', comparing('against: 4211')),
  bad('against is a list', comparing('against: [main, ready]')),
  bad('against is a mapping', comparing('against: { ref: main }')),
  bad('against is the prompt itself', comparing('against: diff')),
  bad('against is the working tree', comparing('against: working tree')),
  bad('against is a dot', comparing('against: .')),
  bad('against is a range', comparing('against: main..next')),
  bad('against is a range that nobody can type', comparing('against: "a b..$(touch x)"')),
  bad('against is a range of three dots', comparing('against: main...')),
  bad('against is a run', comparing('against: 20261121T223015Z-4f3a9c')),
  bad('against is a model', comparing('against: openai:gpt-5.4')),
  bad('against looks like a flag', comparing('against: --output=/tmp/x')),
  bad('against has a line break', comparing('against: "main\\nnext"')),
  bad('against has a control character', comparing('against: "main\\e[31m"')),
  bad('against is a glob', comparing('against: release/*')),
  bad('the margin is nothing', comparing('against: main', 'not_worse_by: 0')),
  bad('the margin is below nothing', comparing('against: main', 'not_worse_by: -0.02')),
  bad('the margin is everything', comparing('against: main', 'not_worse_by: 1')),
  bad('the margin is in points', comparing('against: main', 'not_worse_by: 2')),
  bad('the margin is in percent', comparing('against: main', 'not_worse_by: 2%')),
  bad('the margin has a decimal comma', comparing('against: main', 'not_worse_by: "0,02"')),
  bad('the margin is a quoted number', comparing('against: main', 'not_worse_by: "0.02"')),
  bad('the margin is a list', comparing('against: main', 'not_worse_by: [0.02]')),
  bad('the margin is infinite', comparing('against: main', 'not_worse_by: .inf')),
  bad('the margin has another name', comparing('against: main', 'margin: 0.02')),
  bad('better is a word', comparing('against: main', 'better: maybe')),
  bad('better is a margin', comparing('against: main', 'better: 0.02')),
  bad('cases is a name', comparing('against: main', 'cases: happy')),
  bad('cases is empty', comparing('against: main', 'cases: []')),
  bad('cases is a mapping', comparing('against: main', 'cases: { happy: true }')),
  bad('a case is nothing', comparing('against: main', 'cases: [~]')),
  bad('a case is a number', comparing('against: main', 'cases: [7]')),
  bad('a case is unknown', comparing('against: main', 'cases: [tickets]')),
  bad('a case is misspelled', comparing('against: main', 'cases: [hapy]')),
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
  bad(
    'all cases are queries',
    evalFile(`${model}\ntriggering: { should_match: [refactor] }\ncompare: { against: main }\n`),
  ),
  bad('all cases are only shown', evalFile(`${model}\ncompare: { against: main, cases: [shown] }\ncases:\n${second}`)),
  bad(
    'many mistakes at once',
    comparing('against: diff', 'not_worse_by: 5', 'better: yes please', 'cases: [hapy, happy, happy]', 'margin: 1'),
  ),
  bad('compare in eva.yml', { 'eva.yml': 'compare: { against: main }\n' }),
  bad('compare in meta.yml', { 'prompts/diff/meta.yml': 'compare: { against: diff }\nstatus: [draft]\n' }),
];
