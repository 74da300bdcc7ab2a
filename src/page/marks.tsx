import type { VNode } from 'preact';
import type { FindingView, ReplyOutcome, ViewOutcome } from '#report/view/view.js';

export type MarkedNode = ViewOutcome | ReplyOutcome | FindingView['mark'];

/** The shape of each mark in a square of 16 units. Shapes differ, so that colours never decide. */
const shapes = {
  check: 'M2.5 8.6 6.2 12.2 13.5 4',
  cross: 'M3.6 3.6 12.4 12.4M12.4 3.6 3.6 12.4',
  wave: 'M2 9.6C4 5.6 6 5.8 8 8s4 2.4 6-1.6',
  question: 'M5.2 5.6C5.2 3.9 6.4 3 8 3s2.8 1 2.8 2.5C10.8 7.6 8 7.6 8 9.9M8 12.9v.1',
  dot: 'M8 7.9v.2',
} as const;

const shapeOf: Readonly<Record<MarkedNode, keyof typeof shapes>> = {
  passed: 'check',
  collected: 'check',
  failed: 'cross',
  inconclusive: 'wave',
  unfinished: 'question',
  ungraded: 'question',
  missing: 'question',
  shown: 'dot',
};

interface MarkProps {
  readonly of: MarkedNode;
  /** Leaves out the word, if the text beside the mark has it. */
  readonly isWordBeside?: boolean;
}

/** Shows the mark of an outcome with its word, which only readers of the text and pages without style show. */
export function Mark({ of, isWordBeside = false }: MarkProps): VNode {
  return (
    <span class={of}>
      <Shape of={of} />
      {isWordBeside ? null : <span class="vh">{`${of} `}</span>}
    </span>
  );
}

function Shape({ of }: Pick<MarkProps, 'of'>): VNode {
  return (
    <svg
      class="m"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      aria-hidden="true"
    >
      <path d={shapes[shapeOf[of]]} />
    </svg>
  );
}
