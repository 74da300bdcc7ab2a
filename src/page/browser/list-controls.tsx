import type { VNode } from 'preact';
import { uniqueBy } from '#model/data/collections.js';
import { count } from '#report/text/numbers.js';
import type { Text } from '#view/view.js';
import type { Order, OutcomeChoice, ReplyFilter } from '../replies/reply-filter.js';
import type { ReplyHead } from '../replies/reply-row.js';
import type { RowSource } from '../replies/row-source.js';
import { plainText } from '../text.js';

interface ListControlsProps {
  readonly source: RowSource;
  readonly filter: ReplyFilter;
  readonly onChange: (changed: Partial<ReplyFilter>) => void;
  readonly onHelp: () => void;
  /** The number of replies that fit, in words. */
  readonly status: string;
}

const mostSliceFields = 4;

export function ListControls({ source, filter, onChange, onHelp, status }: ListControlsProps): VNode {
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
          options={head.runs.map(({ key, id, variant }) => [key, runName(id, variant)])}
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

function runName(id: Text, variant: Text | null): string {
  return [id, ...(variant ? [variant] : [])].map(plainText).join(' · ');
}

/** Returns the parts that replies of the chosen case missed, or those of all cases. */
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
