import { BoundedCache } from '#model/data/collections.js';
import type { Finding, Score } from '#model/run/score.js';
import type { ConversationFacts, Trial, Turn } from '#model/run/trial.js';
import type { GradedTrial } from './collect-trial.js';

/** Trials stay in memory with their texts up to this many bytes in the file. */
const maxBytesWithTexts = 8 * 1024 * 1024;

/**
 * Writes each trial of a run to disk and returns the part to keep in memory. The first trials keep their texts; the others keep only the
 * data for verdicts and counts, so that memory does not grow with the length of replies. Without a file, everything stays in memory.
 */
export class TrialKeeper {
  readonly #keep: ((graded: GradedTrial) => number) | undefined;
  readonly #findings = new BoundedCache<string, readonly Finding[]>();
  readonly #turns = new BoundedCache<number | null, readonly Turn[]>();
  #bytes = 0;

  constructor(keep: ((graded: GradedTrial) => number) | undefined) {
    this.#keep = keep;
  }

  /** Writes a trial and returns the part to keep in memory. */
  keep(graded: GradedTrial): GradedTrial {
    if (!this.#keep) return graded;
    this.#bytes += this.#keep(graded);
    return this.#bytes <= maxBytesWithTexts ? graded : this.#cut(graded);
  }

  #cut({ trial, scores }: GradedTrial): GradedTrial {
    return {
      trial: cutTrial(trial, this.#cutTurns(trial.turns)),
      scores: scores.map((score) => this.#cutScore(score)),
    };
  }

  #cutScore(score: Score): Score {
    const cut = score.findings.map(cutFinding);
    const findings = this.#findings.of(JSON.stringify(cut), () => cut);
    const { expectation, trial, turn, value } = score;
    return value === null || turn !== undefined ? { ...score, findings } : { expectation, trial, value, findings };
  }

  #cutTurns(turns: readonly Turn[]): readonly Turn[] {
    const [first] = turns;
    return first && turns.length === 1 ? this.#turns.of(first.latency, () => [cutTurn(first)]) : turns.map(cutTurn);
  }
}

/** Copies a trial field by field. An object made by spreading others takes twice the memory. */
function cutTrial(trial: Trial, turns: readonly Turn[]): Trial {
  const { case: name, index, started_at, duration_s, conversation } = trial;
  if (conversation) return { ...trial, turns, cut: true, conversation: cutConversation(conversation) };
  if (trial.outcome === 'missing' || (trial.outcome === 'failed' && trial.timed_out))
    return { ...trial, turns, cut: true };
  return trial.outcome === 'finished'
    ? { case: name, index, turns, started_at, duration_s, cut: true, outcome: trial.outcome }
    : { case: name, index, turns, started_at, duration_s, cut: true, outcome: trial.outcome, reason: trial.reason };
}

const noDetails = {};

function cutTurn({ latency }: Turn): Turn {
  return { user_message: '', app_response: '', latency, details: noDetails };
}

function cutConversation({ style, ended }: ConversationFacts): ConversationFacts {
  return { style, ended };
}

function cutFinding({ about, holds, score }: Finding): Finding {
  return { about, holds, reason: '', ...(score !== undefined && { score }) };
}
