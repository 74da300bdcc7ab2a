import type { ComponentChildren, VNode } from 'preact';

interface ScrollRegionProps {
  /** The name of the region for readers who do not see it. */
  readonly name: string;
  readonly children: ComponentChildren;
}

/** Shows wide content that scrolls sideways, also by keyboard, so that the page itself never does. */
export function ScrollRegion({ name, children }: ScrollRegionProps): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll a region that has the focus
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a section would be a landmark, whose names must differ
    <div class="scroll" role="group" tabIndex={0} aria-label={name}>
      {children}
    </div>
  );
}

/** Shows the titles of columns. Those of figures are at the right. */
export function ColumnHeads({
  titles,
  figures,
}: {
  readonly titles: readonly string[];
  readonly figures: readonly string[];
}): VNode {
  return (
    <thead>
      <tr>
        {titles.map((title) => (
          <th scope="col" class={figures.includes(title) ? 'num' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
