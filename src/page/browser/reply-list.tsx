import type { VNode } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { uniqueBy } from '#model/data/collections.js';
import { oneLine } from '#model/text/quoted.js';
import { count, plural } from '#report/text/numbers.js';
import type { Text } from '#report/view/view.js';
import { Mark } from '../marks.js';
import { findingWords, ReplyBlock } from '../replies/reply-block.js';
import {
  allNotPassed,
  filterQuery,
  hasOnlyPassed,
  linkOf,
  linkTo,
  type Order,
  type OutcomeChoice,
  openingFilter,
  type ReplyFilter,
  type ReplyLink,
  type RowPage,
  type RowSource,
  readFilter,
  readLink,
} from '../replies/reply-filter.js';
import { type ReplyHead, type ReplyRow, replyName } from '../replies/reply-row.js';
import { plainText, Shown } from '../text.js';

interface Place {
  readonly filter: ReplyFilter;
  readonly trail: readonly number[];
  readonly named: ReplyLink | null;
}

function firstOf(filter: ReplyFilter): Place {
  return { filter, trail: [0], named: null };
}

/** Shows the list of replies with its filters, a page at a time. Filters are kept in the address. */
export function ReplyList({ source, onHelp }: { readonly source: RowSource; readonly onHelp: () => void }): VNode {
  const { place, page, problem, choose, move } = useRows(source);
  const top = useRef<HTMLDivElement>(null);
  const turn = (trail: readonly number[]) => {
    move(trail);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const { next = null, rows = [] } = page ?? {};
  return (
    <div ref={top}>
      <ListControls
        source={source}
        filter={place.filter}
        onChange={choose}
        onHelp={onHelp}
        status={problem ?? statusOf(page)}
      />
      <div class="list">
        {rows.map((row) => {
          const link = linkTo(linkOf(row, source.head));
          return (
            <ReplyItem
              key={link}
              row={row}
              head={source.head}
              isNamed={place.named !== null && linkTo(place.named) === link}
            />
          );
        })}
        {page && rows.length === 0 && <p class="soft">{emptyText(source, place.filter)}</p>}
      </div>
      {(next !== null || place.trail.length > 1) && (
        <nav class="pager" aria-label="Pages of replies">
          <button type="button" disabled={place.trail.length === 1} onClick={() => turn(place.trail.slice(0, -1))}>
            previous
          </button>
          <span class="soft">{rangeOf(page)}</span>
          <button type="button" disabled={next === null} onClick={() => next !== null && turn([...place.trail, next])}>
            next
          </button>
        </nav>
      )}
    </div>
  );
}

function useRows(source: RowSource) {
  const [place, setPlace] = useState<Place>(() => firstOf(openingFilter(source.head)));
  const [page, setPage] = useState<RowPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ended = (read: RowPage | null, failed: string | null) => {
      if (!isCurrent) return;
      setPage(read);
      setProblem(failed);
    };
    source.read(place.filter, place.trail.at(-1) ?? 0).then(
      (read) => ended(read, null),
      (error: Error) => ended(null, error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [source, place.filter, place.trail]);
  const follow = useCallback(() => {
    const link = readLink(location.hash);
    const [, query] = /^#replies(?:\?(.*))?$/.exec(location.hash) ?? [];
    if (query !== undefined) setPlace(firstOf(readFilter(query, source.head)));
    if (query !== undefined) document.getElementById('replies')?.scrollIntoView();
    if (!link) return;
    source.find(link).then(
      ({ from }) => {
        if (from === null) setProblem('The reply of this address is not in the list.');
        else setPlace({ filter: { ...allNotPassed, outcome: 'all' }, trail: trailTo(from), named: link });
      },
      (error: Error) => setProblem(error.message),
    );
  }, [source]);
  useEffect(() => {
    follow();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [follow]);
  const choose = (changed: Partial<ReplyFilter>) => {
    const filter = { ...place.filter, ...changed };
    setPlace(firstOf(filter));
    keepInAddress(filterQuery(filter, source.head));
  };
  return {
    place,
    page,
    problem,
    choose,
    move: (trail: readonly number[]) => setPlace({ ...place, trail, named: null }),
  };
}

/** Returns the places of the pages up to one. Its own place is enough to read it, and the first page comes before it. */
function trailTo(from: number): readonly number[] {
  return from === 0 ? [0] : [0, from];
}

function keepInAddress(query: string): void {
  try {
    history.replaceState(null, '', query === '' ? '#replies' : `#replies?${query}`);
  } catch {
    // A page in a frame without an origin of its own may not change its address.
  }
}

function statusOf(page: RowPage | null): string {
  if (page === null) return '';
  if (page.total !== undefined) return plural(page.total, 'reply', 'replies');
  return page.next === null
    ? plural(page.rows.length, 'reply', 'replies')
    : `${count(page.rows.length)} and more replies`;
}

function rangeOf(page: RowPage | null): string {
  if (page?.first === undefined || page.total === undefined || page.rows.length === 0) return '';
  return `${count(page.first + 1)} to ${count(page.first + page.rows.length)} of ${count(page.total)}`;
}

function emptyText({ head }: RowSource, filter: ReplyFilter): string {
  const isWithoutOthers = filterQuery({ ...filter, outcome: 'all' }, head) === '';
  if (filter.outcome === 'not_passed' && isWithoutOthers && hasOnlyPassed(head))
    return 'Every reply passed. “all” lists them.';
  return 'No reply fits. Clear the search, or choose “all”.';
}

interface ReplyItemProps {
  readonly row: ReplyRow;
  readonly head: ReplyHead;
  /** True if an address names this reply: it opens, and gets the focus. */
  readonly isNamed: boolean;
}

function ReplyItem({ row, head, isNamed }: ReplyItemProps): VNode {
  const [isOpen, setOpen] = useState(isNamed);
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    setOpen(true);
    summary.current?.scrollIntoView({ block: 'start' });
    summary.current?.focus({ preventScroll: true });
  }, [isNamed]);
  return (
    <details class="t" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary ref={summary}>
        <Mark of={row.outcome} />
        <span>
          <Name row={row} head={head} />
        </span>
        <span class="cut">
          <Shown text={{ raw: excerptOf(row) }} />
        </span>
        <span class="num small soft sc">{scoreOf(row)}</span>
        <span class="num small soft lat">{latencyOf(row)}</span>
      </summary>
      {isOpen && <Opened row={row} head={head} />}
    </details>
  );
}

type RowProps = Pick<ReplyItemProps, 'row' | 'head'>;

function Name({ row, head }: RowProps): VNode {
  const own = head.cases[row.case];
  const variant = head.runs.length > 1 ? head.runs[own?.run ?? 0]?.variant : null;
  return (
    <>
      <Shown text={own?.name ?? { raw: '' }} /> <Numbered row={row} />
      {variant && (
        <span class="soft">
          {' · '}
          <Shown text={variant} />
        </span>
      )}
    </>
  );
}

function Numbered({ row }: Pick<RowProps, 'row'>): VNode {
  return (
    <span class="soft">
      {row.item ? '' : 'trial '}
      <Shown text={{ raw: replyName(row) }} />
    </span>
  );
}

function Opened({ row, head }: RowProps): VNode {
  const own = head.cases[row.case];
  const latency = latencyOf(row);
  const slices = row.item?.slices ?? [];
  return (
    <>
      <ReplyBlock
        reply={row}
        inputs={own?.inputs ?? []}
        title={<Name row={row} head={head} />}
        head={
          <>
            {latency !== '' && <span>{latency}</span>}
            {slices.map(({ name, value }) => (
              <span>
                <Shown text={name} /> = <Shown text={value} />
              </span>
            ))}
            <a href={linkTo(linkOf(row, head))}>link to this reply</a>
          </>
        }
        showsHeld
      />
      {row.shortened && <p class="soft small">Only the beginning of its texts is in this file.</p>}
    </>
  );
}

const mostOfExcerpt = 160;

function excerptOf({ outcome, findings, unusable, missing, turns }: ReplyRow): string {
  const missed = outcome === 'passed' ? undefined : findings.find(({ mark }) => mark !== 'passed');
  const reason = missed ? findingWords(missed) : outcome === 'passed' ? null : (missing ?? unusable)?.raw;
  return oneLine(reason ?? turns.at(-1)?.response.raw.slice(0, 2 * mostOfExcerpt) ?? '').slice(0, mostOfExcerpt);
}

function scoreOf({ findings }: ReplyRow): string {
  const scored = findings.filter(({ score }) => score !== undefined);
  const [lowest] = scored.sort((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (lowest?.score === undefined) return '';
  return lowest.scale ? `${lowest.score} of ${lowest.scale.best}` : String(lowest.score);
}

function latencyOf({ latency_s }: ReplyRow): string {
  return latency_s === null ? '' : `${latency_s.toFixed(1)} s`;
}

interface ListControlsProps {
  readonly source: RowSource;
  readonly filter: ReplyFilter;
  readonly onChange: (changed: Partial<ReplyFilter>) => void;
  readonly onHelp: () => void;
  readonly status: string;
}

const mostSliceFields = 4;

function ListControls({ source, filter, onChange, onHelp, status }: ListControlsProps): VNode {
  const { head, orders } = source;
  const cases = uniqueBy(head.cases, ({ name }) => name.raw);
  const checks = checksOf(head, filter);
  return (
    <search class="tools" aria-label="Replies">
      <Outcomes head={head} chosen={filter.outcome} onChange={onChange} />
      <input
        type="search"
        id="reply-search"
        aria-label="Search inputs, replies and reasons"
        placeholder="search inputs, replies, reasons"
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      {head.runs.length > 1 && (
        <Choice
          name="run"
          every="every run"
          chosen={filter.run}
          options={head.runs.map(({ key, id, variant }) => [
            key,
            [id, ...(variant ? [variant] : [])].map(plainText).join(' · '),
          ])}
          onChange={(run) => onChange({ run })}
        />
      )}
      {cases.length > 1 && (
        <Choice
          name="case"
          every="every case"
          chosen={filter.case}
          options={cases.map(({ name }) => [name.raw, plainText(name)])}
          onChange={(name) => onChange({ case: name, check: '' })}
        />
      )}
      {checks.length > 0 && (
        <Choice
          name="check"
          every="any check missed"
          chosen={filter.check}
          options={checks.map((about) => [about.raw, plainText(about)])}
          onChange={(check) => onChange({ check })}
        />
      )}
      {head.slices.slice(0, mostSliceFields).map(({ field, values }) => (
        <Choice
          name={plainText(field)}
          every={`every ${plainText(field)}`}
          chosen={filter.slices[field.raw] ?? ''}
          options={values.map((value) => [value.raw, plainText(value)])}
          onChange={(value) => onChange({ slices: { ...filter.slices, [field.raw]: value } })}
        />
      ))}
      {orders.length > 1 && (
        <Choice
          name="order"
          every={null}
          chosen={filter.order}
          options={orders.map((order) => [order, orderNames[order]])}
          onChange={(order) => onChange({ order: order as Order })}
        />
      )}
      <span class="soft small" role="status">
        {status}
      </span>
      <button type="button" class="plain" onClick={onHelp}>
        keys
      </button>
    </search>
  );
}

const orderNames: Readonly<Record<Order, string>> = {
  file: 'as in the file',
  latency: 'slowest first',
  score: 'lowest score first',
};

function checksOf({ cases, checks }: ReplyHead, { case: name }: ReplyFilter): readonly Text[] {
  const own = checks.filter(({ case: index }) => name === '' || cases[index]?.name.raw === name);
  return uniqueBy(own, ({ about }) => about.raw).map(({ about }) => about);
}

interface OutcomesProps {
  readonly head: ReplyHead;
  readonly chosen: OutcomeChoice;
  readonly onChange: (changed: Partial<ReplyFilter>) => void;
}

function Outcomes({ head: { counts }, chosen, onChange }: OutcomesProps): VNode {
  const notPassed = counts.failed + counts.ungraded + counts.missing;
  const choices: readonly (readonly [OutcomeChoice, string, number])[] = [
    ['not_passed', 'did not pass', notPassed],
    ...(counts.ungraded > 0 ? [['ungraded', 'ungraded', counts.ungraded] as const] : []),
    ['passed', 'passed', counts.passed],
    ['all', 'all', notPassed + counts.passed],
  ];
  return (
    <fieldset class="seg">
      <legend class="vh">Outcome</legend>
      {choices.map(([outcome, name, number]) => (
        <button type="button" aria-pressed={chosen === outcome} onClick={() => onChange({ outcome })}>
          {name} <span class="n">{count(number)}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** The name of the choice of all; null if there is none. */
  readonly every: string | null;
  readonly chosen: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (chosen: string) => void;
}

const longestOption = 80;

function Choice({ name, every, chosen, options, onChange }: ChoiceProps): VNode {
  return (
    <select aria-label={name} value={chosen} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {every !== null && <option value="">{every}</option>}
      {options.map(([value, text]) => (
        <option value={value}>{text.length > longestOption ? `${text.slice(0, longestOption - 1)}…` : text}</option>
      ))}
    </select>
  );
}
