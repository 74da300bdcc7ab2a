import type { VNode } from 'preact';
import { Mark } from '../marks.js';
import { HowItWasRun } from '../run/how.js';
import type { RunScope } from '../run/scope.js';
import { RunSections } from '../run/sections.js';
import { CountsText } from '../run/words/verdict-words.js';
import { Shown } from '../text.js';
import type { PageRun } from './page-run.js';

/** Shows a run of several: open unless it passed. */
export function RunAmongOthers({ run }: { readonly run: PageRun }): VNode {
  const { line, view, plan } = run;
  const scope: RunScope = { key: line.key, isOnly: false };
  const content = (
    <>
      <RunSections view={view} scope={scope} variant={line.variant} />
      <HowItWasRun view={view} plan={plan} scope={scope} />
    </>
  );
  if (view.outcome !== 'passed') {
    return (
      <article class="run" id={line.key}>
        {content}
      </article>
    );
  }
  return (
    <details class="fold run" id={line.key}>
      <summary>
        <Mark of={view.outcome} />
        <span>
          <span class="n">
            <Shown text={view.title} />
          </span>{' '}
          {line.variant ? (
            <>
              <Shown text={line.variant} />{' '}
            </>
          ) : null}
          <span class="small">
            <CountsText counts={view.counts} />
          </span>
        </span>
      </summary>
      {content}
    </details>
  );
}
