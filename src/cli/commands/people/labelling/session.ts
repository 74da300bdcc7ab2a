import { type LabelVerdict, maxNoteLength } from '#model/people/label.js';
import type { ScreenMode } from '#report/people/label-screen.js';
import type { Key } from './keys.js';

/** The label that a person has given an answer, with its note. */
export interface GivenLabel {
  readonly verdict: LabelVerdict;
  readonly note: string;
}

/** The state of a labelling: the current answer, and what the person does with it. */
export interface LabelState {
  /** The index of the answer that is shown. */
  readonly at: number;
  /** The label of each answer; null for those without one. */
  readonly given: readonly (GivenLabel | null)[];
  readonly mode: ScreenMode;
  /** The note of the label that is given next. */
  readonly note: string;
  /** The note that is being typed. */
  readonly draft: string;
  readonly scroll: number;
}

/** The size of the part of the screen that scrolls, in lines: those that fit and those that there are. */
export interface BodySize {
  readonly fit: number;
  readonly body: number;
}

/** The result of a key: the next state, the label to save before it is shown, and whether the person leaves. */
export interface Step {
  readonly state: LabelState;
  readonly save?: { readonly at: number; readonly label: GivenLabel };
  readonly leave?: 'done' | 'quit' | 'interrupt';
}

/** Returns the first state: the first answer without a label. */
export function firstState(given: LabelState['given']): LabelState {
  const at = Math.max(0, given.indexOf(null));
  return { at, given, mode: 'answer', note: given[at]?.note ?? '', draft: '', scroll: 0 };
}

const verdicts: Readonly<Record<string, LabelVerdict>> = { p: 'pass', f: 'fail', s: 'skipped' };

/** Returns what a key does. */
export function pressed(state: LabelState, key: Key, size: BodySize): Step {
  if (key.key === 'interrupt' || key.key === 'quit') return { state, leave: 'interrupt' };
  if (key.key === 'end_of_input') return { state, leave: 'quit' };
  if (state.mode === 'note') return { state: typed(state, key) };
  if (state.mode !== 'answer') return { state: scrolled(state, key, size) ?? { ...state, mode: 'answer', scroll: 0 } };
  const moved = scrolled(state, key, size);
  if (moved) return { state: moved };
  if (key.key === 'enter') return state.given[state.at] ? next(state) : { state };
  return key.key === 'text' ? lettered(state, key.text.toLowerCase()) : { state };
}

function lettered(state: LabelState, letter: string): Step {
  const verdict = Object.hasOwn(verdicts, letter) ? verdicts[letter] : undefined;
  if (verdict) return labelled(state, { verdict, note: state.note });
  switch (letter) {
    case 'n':
      return { state: { ...state, mode: 'note', draft: state.note } };
    case 'b':
      return { state: state.at === 0 ? state : shownAt(state, state.at - 1) };
    case 'r':
      return { state: { ...state, mode: 'rubric', scroll: 0 } };
    case '?':
      return { state: { ...state, mode: 'help', scroll: 0 } };
    case 'q':
      return { state, leave: 'quit' };
    default:
      return { state };
  }
}

function labelled(state: LabelState, label: GivenLabel): Step {
  const given = state.given.with(state.at, label);
  return { ...next({ ...state, given }), save: { at: state.at, label } };
}

/** Goes to the next answer; from the last one to the first that has no label yet. */
function next(state: LabelState): Step {
  const { at, given } = state;
  if (!given.includes(null))
    return at + 1 < given.length ? { state: shownAt(state, at + 1) } : { state, leave: 'done' };
  return { state: shownAt(state, at + 1 < given.length ? at + 1 : given.indexOf(null)) };
}

function shownAt(state: LabelState, at: number): LabelState {
  return { ...state, at, mode: 'answer', note: state.given[at]?.note ?? '', draft: '', scroll: 0 };
}

/** Returns the state after a key that scrolls; null for other keys. */
function scrolled(state: LabelState, key: Key, { fit, body }: BodySize): LabelState | null {
  const page = Math.max(1, fit - 1);
  const by = { up: -1, down: 1, page_up: -page, page_down: page };
  const lines = key.key === 'text' ? { ' ': page, '-': -page }[key.text] : by[key.key as keyof typeof by];
  if (lines === undefined) return null;
  return { ...state, scroll: Math.max(0, Math.min(state.scroll + lines, body - fit)) };
}

function typed(state: LabelState, key: Key): LabelState {
  switch (key.key) {
    case 'enter':
      return { ...state, mode: 'answer', note: state.draft.trim(), draft: '' };
    case 'escape':
      return { ...state, mode: 'answer', draft: '' };
    case 'clear':
      return { ...state, draft: '' };
    case 'backspace':
      return { ...state, draft: [...state.draft].slice(0, -1).join('') };
    case 'text':
    case 'paste':
      return { ...state, draft: [...(state.draft + key.text.replace(/\s+/g, ' '))].slice(0, maxNoteLength).join('') };
    default:
      return state;
  }
}
