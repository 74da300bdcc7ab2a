import type { VNode } from 'preact';
import type { Text } from '#report/view/text.js';
import { browserCode } from '../document.js';
import { AllRuns, Bar, servedPage } from '../served/served-page.js';
import { Shown } from '../text.js';
import { LiveProgress } from './live-progress.js';
import type { LiveState } from './live-state.js';

const liveDataId = 'live-data';

const livePlaceId = 'live';

interface LivePage {
  readonly title: Text;
  readonly address: string;
  readonly state: LiveState;
}

/** Renders the page that follows a run while a process works on it. Without JavaScript it shows the state when it was opened. */
export function livePage({ title, address, state }: LivePage): Iterable<string> {
  return servedPage({
    title: `eva: ${title.raw}`,
    header: <Bar />,
    main: [<Live title={title} address={address} state={state} />],
    script: browserCode(),
    data: { [liveDataId]: [JSON.stringify(state)] },
  });
}

function Live({ title, address, state }: LivePage): VNode {
  return (
    <div class="top">
      <p class="ways noprint">
        <AllRuns />
        <a href={address}>Report so far</a>
      </p>
      <h1>
        <Shown text={title} />
      </h1>
      <div id={livePlaceId} data-events={`${address}/events`} data-report={address}>
        <LiveProgress state={state} />
      </div>
      <noscript>
        <p class="note">This page follows the run with JavaScript. Reload it to see the counts of now.</p>
      </noscript>
    </div>
  );
}
