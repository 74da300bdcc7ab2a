import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RowSource } from '../replies/row-source.js';
import { keyHandler } from './keys.js';
import { ReplyList } from './reply-list.js';

const keys = [
  ['/', 'search'],
  ['j, k', 'next and previous case or reply'],
  ['Enter', 'open and close it'],
  ['Escape', 'clear the search'],
  ['?', 'show this list'],
] as const;

/** Shows the list of replies, and handles the keys of the whole page. */
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
