import type { VNode } from 'preact';
import { visible } from '#report/text/visible.js';
import type { Text } from '#report/view/text.js';
import { Mark, type MarkedNode } from '../marks.js';
import { ColumnHeads, ScrollRegion } from '../tables.js';
import { Shown } from '../text.js';
import { servedPage } from './served-page.js';

export interface ListedRunRow {
  /** null for a run whose folder is gone: it has no page. */
  readonly run_id: string | null;
  readonly prompt: Text;
  readonly variant: Text | null;
  /** null for a run without an outcome: it is going on, or a shard. */
  readonly mark: MarkedNode | null;
  readonly outcome: Text;
  readonly when: string;
  readonly cost: string;
  /** The shortest end of its name that no other run has. */
  readonly short: Text;
  /** True for side B of a finished comparison: its page is that of the comparison. */
  readonly hasComparison: boolean;
  readonly isRunning: boolean;
  readonly isComparable: boolean;
}

/** The filter of the list, with its choices. An empty text selects all. */
interface RunsFilter {
  readonly prompt: string;
  readonly outcome: string;
  readonly prompts: readonly string[];
  readonly outcomes: readonly string[];
}

interface RunListPage {
  /** The newest first. */
  readonly rows: readonly ListedRunRow[];
  readonly filter: RunsFilter;
  /** The number of further runs that fit, which are older. */
  readonly older: number;
  readonly problem: Text | null;
}

/** Renders the list of runs: filters, and two ticked runs can be compared. It works without a script. */
export function runListPage(page: RunListPage): Iterable<string> {
  return servedPage({ title: 'eva: runs', main: [<Runs {...page} />] });
}

function Runs({ rows, filter, older, problem }: RunListPage): VNode {
  return (
    <div class="top">
      <h1>Runs</h1>
      {problem ? (
        <p class="note" role="alert">
          <Shown text={problem} />
        </p>
      ) : null}
      <Filters filter={filter} />
      {rows.length === 0 ? (
        <p class="soft">{filter.prompt === '' && filter.outcome === '' ? 'No runs yet.' : 'No run fits.'}</p>
      ) : (
        <RunsTable rows={rows} />
      )}
      {older > 0 ? <p class="soft">{`${older} older runs are not listed: choose a prompt or an outcome.`}</p> : null}
    </div>
  );
}

function Filters({ filter }: { readonly filter: RunsFilter }): VNode {
  return (
    <form class="tools" method="get" action="/">
      <Choice name="prompt" label="prompt" all="all prompts" choices={filter.prompts} chosen={filter.prompt} />
      <Choice name="outcome" label="outcome" all="all outcomes" choices={filter.outcomes} chosen={filter.outcome} />
      <button type="submit">filter</button>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly choices: readonly string[];
  readonly chosen: string;
}

function Choice({ name, label, all, choices, chosen }: ChoiceProps): VNode {
  return (
    <label>
      <span class="vh">{label}</span>
      <select name={name}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option value={choice} selected={choice === chosen}>
            {visible(choice)}
          </option>
        ))}
      </select>
    </label>
  );
}

function RunsTable({ rows }: Pick<RunListPage, 'rows'>): VNode {
  const hasVariants = rows.some(({ variant }) => variant !== null);
  return (
    <form class="compare" method="get" action="/compare">
      <ScrollRegion name="List of runs">
        <table class="runs">
          <ColumnHeads
            titles={['compare', 'outcome', 'prompt', ...(hasVariants ? ['model'] : []), 'when', 'cost', 'run']}
            figures={['cost']}
          />
          <tbody>
            {rows.map((row) => (
              <RunRow row={row} hasVariants={hasVariants} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p>
        <button type="submit">compare the two ticked runs</button>
      </p>
    </form>
  );
}

function RunRow({ row, hasVariants }: { readonly row: ListedRunRow; readonly hasVariants: boolean }): VNode {
  const { run_id, prompt, variant, mark, outcome, when, cost, short, isRunning, isComparable, hasComparison } = row;
  const address = run_id === null ? null : `/run/${encodeURIComponent(run_id)}`;
  return (
    <tr>
      <td>
        {run_id !== null && isComparable ? (
          <input type="checkbox" name="run" value={run_id} aria-label={`compare ${visible(short.raw)}`} />
        ) : null}
      </td>
      <td>
        {mark ? <Mark of={mark} isWordBeside /> : null} <Shown text={outcome} />
        {isRunning && address !== null ? (
          <>
            {' '}
            <a href={`${address}/live`}>follow</a>
          </>
        ) : null}
      </td>
      <td>
        {address === null ? (
          <Shown text={prompt} />
        ) : (
          <a href={hasComparison ? `${address}/comparison` : address}>
            <Shown text={prompt} />
          </a>
        )}
      </td>
      {hasVariants ? <td>{variant ? <Shown text={variant} /> : '–'}</td> : null}
      <td class="nowrap">{when}</td>
      <td class="num nowrap">{cost}</td>
      <td class="mono">
        <Shown text={short} />
      </td>
    </tr>
  );
}
