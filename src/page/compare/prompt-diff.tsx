import type { VNode } from 'preact';
import { count, plural } from '#report/text/numbers.js';
import type { PromptChanges, PromptLine } from '#view/pairs/compare-view.js';
import { ScrollRegion } from '../figures/scroll-region.js';
import { ShownLines } from '../text.js';

const signs = { added: '+', removed: '−', same: ' ', gap: '…' } as const;
const classes = { added: 'a', removed: 'r', same: 's', gap: 'soft' } as const;

/** Shows the lines of the prompt that differ between A and B. */
export function PromptDiff({ changes }: { readonly changes: PromptChanges }): VNode {
  const { added, removed, lines } = changes;
  return (
    <section id="prompt" aria-labelledby="h-prompt">
      <h2 id="h-prompt">What changed in the prompt</h2>
      <p class="small soft">
        {plural(added, 'line')} added, {count(removed)} removed
      </p>
      <ScrollRegion name="Changed lines of the prompt">
        <pre class="diff">
          {lines.map((line) => (
            <DiffLine line={line} />
          ))}
        </pre>
      </ScrollRegion>
    </section>
  );
}

function DiffLine({ line: { change, text } }: { readonly line: PromptLine }): VNode {
  return (
    <span class={classes[change]}>
      {signs[change]} <ShownLines text={text} />
      {'\n'}
    </span>
  );
}
