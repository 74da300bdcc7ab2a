import { randomFrom } from '../calibration/random.js';
import { messageOf } from '../harness/messages-api.js';

/**
 * Answers each case in its own way, every time alike; some requests fail first, as the seed has it. Tells which requests it
 * answered since it told last, by role and case: these are what a provider would send a bill for.
 */
export function open({ latencyMs, faultRate = 0.04, slowShare = 0, slowMs = 0, seed }) {
  const { uniform } = randomFrom(seed);
  let answered = [];
  return {
    answer(bytes) {
      const asked = askedIn(bytes);
      if (uniform() < faultRate) return faults[Math.floor(uniform() * faults.length)];
      answered.push(`${asked.role} ${asked.code}`);
      const delayMs = uniform() < slowShare ? slowMs : latencyMs * (0.5 + uniform());
      return {
        delayMs,
        body: asked.role === 'judge' ? verdictOn(asked) : diffOf(asked),
      };
    },
    report() {
      const told = answered;
      answered = [];
      return { answered: told };
    },
  };
}

const error = JSON.stringify({ type: 'error', error: { type: 'some_error', message: 'a fault' } });
/** Faults after which a client asks again. */
export const faults = [
  { status: 429, headers: { 'retry-after-ms': '5' }, body: error },
  { status: 500, headers: { 'retry-after-ms': '5' }, body: error },
  { fault: 'reset', body: error },
  { fault: 'truncate', body: error },
];

function askedIn(bytes) {
  const { messages, tools } = JSON.parse(bytes.toString('utf8'));
  const text = messages.map(({ content }) => content).join('\n');
  const [, code = ''] = /Change ([a-z]+ \d+) and nothing else/.exec(text) ?? [];
  return { role: tools?.[0]?.name === 'verdict' ? 'judge' : 'subject', code, number: Number(code.split(' ')[1]) };
}

/** Some cases fail their check, and some the judge. */
function diffOf({ code, number }) {
  const text = number % 40 === 7 ? `no change for ${code}` : `<diff>${code}</diff>`;
  return messageOf([{ type: 'text', text }]);
}

function verdictOn({ number }) {
  const score = number % 30 === 3 ? 2 : 5;
  const input = { reason: `It is of size ${6 - score}.`, score };
  return messageOf([{ type: 'tool_use', id: 'toolu_1', name: 'verdict', input }], 'tool_use');
}
