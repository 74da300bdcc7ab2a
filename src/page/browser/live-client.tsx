import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { LiveProgress } from '../live/live-progress.js';
import { announcement, changedBy, type LiveEvent, type LiveState, trialsDone } from '../live/live-state.js';
import { Shown } from '../text.js';

interface LiveClientProps {
  readonly first: LiveState;
  readonly events: string;
  readonly report: string;
}

/**
 * Follows a run. While the reader has scrolled, or has opened a trial, the page keeps what it shows, and says how many trials are new.
 * Announces each settled case once.
 */
export function LiveClient({ first, events, report }: LiveClientProps): VNode {
  const [known, setKnown] = useState(first);
  const [shown, setShown] = useState(first);
  const [said, setSaid] = useState<ReturnType<typeof announcement>>([]);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(first);
  const catchUp = () => setShown(latest.current);
  useEffect(() => {
    const isRead = () => scrollY > 0 || place.current?.querySelector('details[open]') !== null;
    const source = new EventSource(events);
    source.onmessage = ({ data }) => {
      const before = latest.current;
      const after = changedBy(before, JSON.parse(data) as LiveEvent);
      latest.current = after;
      const news = announcement(before, after);
      if (news.length > 0) setSaid(news);
      setKnown(after);
      if (!isRead()) setShown(after);
      if (after.is_ended) source.close();
    };
    const resume = () => {
      if (!isRead()) catchUp();
    };
    addEventListener('scroll', resume, { passive: true });
    addEventListener('toggle', resume, { capture: true });
    return () => {
      source.close();
      removeEventListener('scroll', resume);
      removeEventListener('toggle', resume, { capture: true });
    };
  }, [events]);
  const news = trialsDone(known) - trialsDone(shown);
  return (
    <>
      <p role="status">
        {said.map((text) => (
          <span>
            <Shown text={text} />{' '}
          </span>
        ))}
        {known.is_ended ? 'The run has ended.' : null}
      </p>
      {known.is_ended ? (
        <p>
          <a href={report}>open the report</a>
        </p>
      ) : null}
      {known === shown ? null : (
        <p class="paused">
          <button type="button" onClick={catchUp}>
            paused, {news} new
          </button>
        </p>
      )}
      <div ref={place}>
        <LiveProgress state={shown} />
      </div>
    </>
  );
}
