import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RowSource } from '../replies/reply-filter.js';
import { ReplyList } from './reply-list.js';

const keys = [
  ['/', 'search'],
  ['j, k', 'next and previous case or reply'],
  ['Enter', 'open and close it'],
  ['Escape', 'clear the search'],
  ['?', 'show this list'],
] as const;

export function PageClient({ source }: { readonly source: RowSource }): VNode {
  const [isOn, setOn] = useState(true);
  const dialog = useRef<HTMLDialogElement>(null);
  const help = () => dialog.current?.showModal();
  useEffect(() => {
    if (!isOn) return;
    const handler = keyHandler({ search: focusSearch, clear: clearSearch, help });
    addEventListener('keydown', handler);
    return () => removeEventListener('keydown', handler);
  }, [isOn]);
  return (
    <>
      <ReplyList source={source} onHelp={help} />
      <dialog ref={dialog} aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl>
          {keys.map(([key, action]) => (
            <>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{action}</dd>
            </>
          ))}
        </dl>
        <label>
          <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} /> Single
          keys do this
        </label>
        <button type="button" class="plain" onClick={() => dialog.current?.close()}>
          close
        </button>
      </dialog>
    </>
  );
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('#reply-search');
}

function focusSearch(): void {
  searchField()?.focus();
  document.getElementById('replies')?.scrollIntoView();
}

function clearSearch(): void {
  const field = searchField();
  if (!field) return;
  field.value = '';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.blur();
}

interface KeyActions {
  readonly search: () => void;
  readonly clear: () => void;
  readonly help: () => void;
}

/** The headings and rows that `j` and `k` go to. */
const stops = '.row .name a, .case h3 a, details.fold > summary, .t > summary';

/** Returns a handler of keys. Keys with a modifier, and keys in a field, are left to the browser. */
function keyHandler({ search, clear, help }: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const isField = target instanceof HTMLElement && target.matches('input, select, textarea');
    if (event.key === 'Escape' && (!isField || target.id === 'reply-search')) return clear();
    if (isField || document.querySelector('dialog[open]')) return;
    if (event.key === '/') search();
    else if (event.key === '?') help();
    else if (event.key === 'j' || event.key === 'k') step(event.key === 'j' ? 1 : -1);
    else return;
    event.preventDefault();
  };
}

/** Moves the focus to the next or the previous heading or row: from the focused one, else from the first that is in sight. */
function step(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(stops)].filter((one) => one.checkVisibility());
  const at = all.indexOf(document.activeElement as HTMLElement);
  const inSight = all.findIndex((one) => one.getBoundingClientRect().bottom > 0);
  const next = all[at === -1 ? Math.max(0, inSight) : at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}
