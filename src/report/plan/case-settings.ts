import { type App, type Case, type ConversationSubject, replacesSlowAnswers } from '#model/case.js';
import { argvInWords } from '../text/argv.js';
import { count } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/paint.js';
import { visible } from '../text/visible.js';
import { wrap } from '../text/wrap.js';

const labelWidth = 'application'.length;

type Row = readonly [label: string, text: string];

/** Renders the settings of a case: models, turns and rubrics of a scenario, and `timeouts` if the case retries slow calls. */
export function settingsLines(testCase: Case, screen: Screen): string[] {
  const { subject, expectations } = testCase;
  const rows = [
    ...(subject.kind === 'conversation' ? conversationRows(subject, expectations) : []),
    ...(replacesSlowAnswers(testCase) ? [['timeouts', 'ask_again: slow replies may be replaced'] as const] : []),
  ];
  return rows.flatMap(([label, text]) =>
    wrap(visible(text), usableWidth(screen) - labelWidth - 6).map(
      (line, i) => `    ${screen.paint.dim((i === 0 ? label : '').padEnd(labelWidth))}  ${line}`,
    ),
  );
}

function conversationRows(subject: ConversationSubject, expectations: Case['expectations']): readonly Row[] {
  return [
    ['application', appInWords(subject.app)],
    ['user', userInWords(subject)],
    ['turns', `${count(subject.max_turns)} at most`],
    ...rubricRow(expectations),
  ];
}

function appInWords(app: App): string {
  if (app.app === 'model') return `${app.settings.model}, with the prompt as system prompt`;
  if (app.app === 'function') return `a function, ${app.timeout_s} s a response`;
  const env = app.env.length > 0 ? `, with ${app.env.join(', ')}` : '';
  return `${argvInWords(app.argv)}, ${app.timeout_s} s a response${env}`;
}

function userInWords({ user_simulator, writing_style, seed }: ConversationSubject): string {
  const style = writing_style === null ? 'no writing style' : `a writing style for each conversation (seed ${seed})`;
  return `${user_simulator.model}, ${style}`;
}

function rubricRow(expectations: Case['expectations']): readonly Row[] {
  const judges = expectations.flatMap(({ grader }) =>
    grader.grader === 'expected_behavior' && grader.params.rubric === null ? [grader.params.judge.model] : [],
  );
  if (judges.length === 0) return [];
  const by = [...new Set(judges)].join(', ');
  return [['rubrics', `${count(judges.length)} to be written first, by ${by}`]];
}
