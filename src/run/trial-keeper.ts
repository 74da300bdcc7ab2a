import type { Finding, Score } from '#model/score.js';
import type { ConversationFacts, Trial, Turn } from '#model/trial.js';
import type { GradedTrial } from './collect-trial.js';

/** How much of what is kept of trials stays in memory whole, in bytes. */
const mostWhole = 8 * 1024 * 1024;

/** Lists of findings that are shared at most. */
const mostShared = 1000;

/**
 * Has each trial of a run kept with all its texts, and says what of it stays in memory: the first ones whole, of the others what
 * verdicts and counts rest on, so that memory does not grow with the length of replies. Where nothing is kept all of it stays.
 */
export class TrialKeeper {
  readonly #keep: ((graded: GradedTrial) => number) | undefined;
  readonly #findings = new Map<string, readonly Finding[]>();
  #bytes = 0;

  constructor(keep: ((graded: GradedTrial) => number) | undefined) {
    this.#keep = keep;
  }

  keep(graded: GradedTrial): GradedTrial {
    if (!this.#keep) return graded;
    this.#bytes += this.#keep(graded);
    return this.#bytes <= mostWhole ? graded : this.#cut(graded);
  }

  #cut({ trial, scores }: GradedTrial): GradedTrial {
    return { trial: cutTrial(trial), scores: scores.map((score) => this.#cutScore(score)) };
  }

  #cutScore(score: Score): Score {
    return { ...score, findings: this.#shared(score.findings.map(cutFinding)) };
  }

  /** Most trials are found to be the same: their findings are held once. */
  #shared(findings: readonly Finding[]): readonly Finding[] {
    const key = JSON.stringify(findings);
    const known = this.#findings.get(key);
    if (known) return known;
    if (this.#findings.size < mostShared) this.#findings.set(key, findings);
    return findings;
  }
}

function cutTrial(trial: Trial): Trial {
  const { conversation } = trial;
  return {
    cut: true, // first: behind a spread it would give each trial a hidden class of its own, as large as the trial
    ...trial,
    turns: trial.turns.map(cutTurn),
    ...(conversation && { conversation: cutConversation(conversation) }),
  };
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
