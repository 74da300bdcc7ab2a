import type { ComponentChildren, VNode } from 'preact';
import { oneLine } from '#model/text/quoted.js';
import { countedText, findingText } from '#report/run/claim-words.js';
import { endText, turnParts } from '#report/run/turn-parts.js';
import type { FindingView, NamedText, Reply, Text, TurnView } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { Shown, ShownLines, type TextRange } from '../text.js';

interface ReplyBlockProps {
  readonly reply: Reply;
  readonly inputs: readonly NamedText[];
  /** Stands beside the mark: `item NL-1043`, `trials 1, 2 and 6`. */
  readonly title: ComponentChildren;
  readonly head?: ComponentChildren;
  /** Shows the parts that hold too. Default: false. */
  readonly showsHeld?: boolean;
}

export function ReplyBlock({ reply, inputs, title, head, showsHeld = false }: ReplyBlockProps): VNode {
  const { findings, item, extracted, unusable, missing, conversation } = reply;
  const missed = findings.filter(({ mark }) => mark !== 'passed');
  const held = showsHeld ? findings.filter(({ mark }) => mark === 'passed') : [];
  const filled = new Set(item?.inputs.map(({ name }) => name.raw));
  const asked = [
    ...inputs.filter(({ name, value }) => !filled.has(name.raw) && (item === null || value.raw !== '')),
    ...(item?.inputs ?? []),
  ];
  return (
    <div class="reply">
      <div class="head">
        <Mark of={reply.outcome} />
        <b>{title}</b>
        {head}
      </div>
      {asked.map(({ name, value }) => (
        <Pair label={asked.length > 1 ? <Shown text={name} /> : 'input'}>
          <Lines text={value} />
        </Pair>
      ))}
      {conversation ? <Talk reply={reply} /> : <Answers reply={reply} />}
      {extracted && (
        <Pair label="extract">
          <Lines text={extracted} />
        </Pair>
      )}
      {missing && <Cause text={missing} />}
      {unusable && !conversation && missed.every(({ kind }) => kind !== 'answer') && <Cause text={unusable} />}
      {[...missed, ...held].map((finding) => (
        <Finding finding={finding} />
      ))}
    </div>
  );
}

function Pair({ label, children }: { readonly label: ComponentChildren; readonly children: ComponentChildren }): VNode {
  return (
    <div class="pair">
      <span>{label}</span>
      {children}
    </div>
  );
}

function Cause({ text }: { readonly text: Text }): VNode {
  return (
    <Pair label="why">
      <div class="cause">
        <Shown text={text} />
      </div>
    </Pair>
  );
}

function Lines({ text, marks }: { readonly text: Text; readonly marks?: readonly TextRange[] }): VNode {
  if (text.raw.trim() === '') return <span class="soft">(empty)</span>;
  return (
    <pre>
      <ShownLines text={text} {...(marks && { marks })} />
    </pre>
  );
}

function Answers({ reply }: { readonly reply: Reply }): VNode {
  const { turns, is_cut, findings, outcome } = reply;
  const excerpt = findings.find((finding) => finding.mark !== 'passed' && finding.excerpt)?.excerpt;
  if (turns.length === 0 && excerpt) {
    return (
      <Pair label={`line ${excerpt.line}`}>
        <Lines text={excerpt.text} {...(excerpt.mark && { marks: [excerpt.mark] })} />
      </Pair>
    );
  }
  return (
    <>
      {turns.map((turn, index) => (
        <>
          {turn.message.raw !== '' && (
            <Pair label="message">
              <Lines text={turn.message} />
            </Pair>
          )}
          <Answer turn={turn} marks={marksOf(reply, index)} />
        </>
      ))}
      {turns.length === 0 && is_cut && outcome !== 'missing' && (
        <p class="soft small">Its text is not stored any more.</p>
      )}
    </>
  );
}

function Answer({ turn, marks }: { readonly turn: TurnView; readonly marks: readonly TextRange[] }): VNode {
  const isSilent = turn.response.raw === '' && turn.calls !== undefined;
  return (
    <>
      {turnParts(turn).map((part) =>
        part.part === 'reply' && isSilent ? null : (
          <Pair label={part.label}>
            {part.part === 'reply' ? <Lines text={turn.response} marks={marks} /> : <Lines text={{ raw: part.text }} />}
          </Pair>
        ),
      )}
    </>
  );
}

function Talk({ reply }: { readonly reply: Reply }): VNode {
  const { turns, conversation } = reply;
  const style = conversation?.style.map(({ raw }) => raw).join(', ') ?? '';
  return (
    <>
      <ol class="talk">
        {turns.map((turn, index) => (
          <>
            <Said
              by={
                index === 0 && style !== '' ? (
                  <>
                    user, <Shown text={{ raw: style }} />
                  </>
                ) : (
                  'user'
                )
              }
              text={turn.message}
            />
            {turnParts(turn).map((part) =>
              part.part === 'reply' ? (
                <Said by={part.label} text={turn.response} marks={marksOf(reply, index)} />
              ) : (
                <li>
                  <Pair label={part.label}>
                    <Lines text={{ raw: part.text }} />
                  </Pair>
                </li>
              ),
            )}
          </>
        ))}
        {conversation?.unanswered && <Said by="user" text={conversation.unanswered} />}
      </ol>
      <Pair label="ended">
        <div class="cause">
          <Shown text={{ raw: endText(reply) }} />
        </div>
      </Pair>
    </>
  );
}

interface SaidProps {
  readonly by: ComponentChildren;
  readonly text: Text;
  readonly marks?: readonly TextRange[];
}

function Said({ by, ...said }: SaidProps): VNode {
  return (
    <li>
      <b>{by}</b>
      <Lines {...said} />
    </li>
  );
}

function Finding({ finding }: { readonly finding: FindingView }): VNode {
  const { mark, counted, extracted, judge_reply } = finding;
  const shown = counted ? { ...finding, reason: { raw: countedText(counted) } } : finding;
  return (
    <>
      <Pair label={mark === 'passed' ? 'holds' : 'why'}>
        <div class="cause">
          <Mark of={mark} /> <Shown text={{ raw: findingWords(shown) }} />
          {counted && (
            <ul>
              {counted.checks.map((check) => (
                <li>
                  <Mark of={check.mark} /> <Shown text={{ raw: partsOf([check.about.raw, check.reason.raw]) }} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Pair>
      {extracted && (
        <Pair label="extract">
          <Lines text={extracted} />
        </Pair>
      )}
      {judge_reply && (
        <Pair label="wrote">
          <Lines text={judge_reply} />
        </Pair>
      )}
    </>
  );
}

export function findingWords(finding: FindingView): string {
  const text = findingText(finding, Number.POSITIVE_INFINITY, ': ');
  return finding.kind === 'rubric' || finding.kind === 'behavior' ? `judge: ${text}` : text;
}

function partsOf(texts: readonly string[]): string {
  return texts
    .map(oneLine)
    .filter((text) => text !== '')
    .join(': ');
}

/** Returns the pieces of a response that decided a miss, without overlaps. */
function marksOf({ findings }: Reply, turn: number): readonly TextRange[] {
  const spans = findings.flatMap(({ mark, span }) => (mark !== 'passed' && span?.turn === turn ? [span] : []));
  const marks: TextRange[] = [];
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    const last = marks.at(-1);
    if (last && start <= last.end) marks[marks.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else marks.push({ start, end });
  }
  return marks;
}
