import type { VNode } from 'preact';
import type { CaseView } from '#report/view/view.js';
import { CaseBlock, FoldedCase } from './case-block.js';
import { CaseIndex } from './case-index.js';
import { RunHeading } from './header.js';
import { labelledBy, levelIn, type RunScope } from './scope.js';
import { type RunProps, RunTop } from './top.js';

export function RunSections({ view, scope, variant = null }: RunProps): VNode {
  return (
    <>
      <RunTop view={view} scope={scope} variant={variant} />
      <CaseIndex view={view} scope={scope} />
      {kinds.map(({ title, outcomes, isFolded }) => (
        <CasesOf
          title={title}
          isFolded={isFolded}
          cases={view.cases.filter(({ outcome }) => outcomes.includes(outcome))}
          scope={scope}
        />
      ))}
    </>
  );
}

interface CaseKind {
  readonly title: string;
  readonly outcomes: readonly CaseView['outcome'][];
  readonly isFolded: boolean;
}

const kinds: readonly CaseKind[] = [
  { title: 'Unfinished', outcomes: ['unfinished'], isFolded: false },
  { title: 'Did not pass', outcomes: ['failed', 'inconclusive'], isFolded: false },
  { title: 'Passed', outcomes: ['passed'], isFolded: true },
  { title: 'Collected', outcomes: ['collected'], isFolded: true },
  { title: 'Shown, not judged', outcomes: ['shown'], isFolded: false },
];

interface CasesProps {
  readonly title: string;
  readonly cases: readonly CaseView[];
  readonly isFolded: boolean;
  readonly scope: RunScope;
}

function CasesOf({ title, cases, isFolded, scope }: CasesProps): VNode | null {
  if (cases.length === 0) return null;
  const id = `${scope.isOnly ? '' : `${scope.key}-`}h-${title.toLowerCase().replace(/\W+/g, '-')}`;
  return (
    <section {...labelledBy(scope, id)}>
      <RunHeading level={levelIn(scope, 2)} kind="section" id={id}>
        {title}
      </RunHeading>
      {cases.map((one) => (isFolded ? <FoldedCase one={one} scope={scope} /> : <CaseBlock one={one} scope={scope} />))}
    </section>
  );
}
