import type { VNode } from 'preact';
import { type Text, text } from '#view/text.js';
import { ShownLines } from '../text.js';
import { servedPage } from './served-page.js';

/** A problem in words, and how to solve it. */
export interface ShownProblem {
  readonly message: Text;
  readonly hint: Text | null;
}

/** Renders a page that only says why there is nothing to show. */
export function problemPage(title: string, problems: readonly ShownProblem[]): Iterable<string> {
  return servedPage({
    title,
    main: [
      <div class="top">
        <h1>{title}</h1>
        {problems.map((one) => (
          <Problem {...one} />
        ))}
      </div>,
    ],
  });
}

function Problem({ message, hint }: ShownProblem): VNode {
  return (
    <>
      <pre>
        <ShownLines text={message} />
      </pre>
      <pre class="soft">
        <ShownLines text={hint ?? text('')} />
      </pre>
    </>
  );
}
