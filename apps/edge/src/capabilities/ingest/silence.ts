/** The camera is asked when it has sent no picture for so long: three usual distances, so that one late picture is no question. */
const askAfterMs = 900;
const askFrames = 3;
/** Asked anew while it answers and sends no picture. */
const askAgainMs = 1000;
/** An answer takes a few milliseconds; over a slow way three times as long as it usually does. */
const patienceMs = 500;
const maxPatienceMs = 2000;
const patienceAnswers = 3;
/** Without a picture for so long the connection is given up, whatever the camera answers. */
const stallMs = 4000;
const stallFrames = 10;

/** What is known of a camera that sends no picture. All in ms. */
export interface SilenceSigns {
  /** Since the last picture, without what this core itself was late. */
  silentMs: number;
  /** Usual distance of two pictures; 0 while unknown. */
  frameMs: number;
  /** Since it was last asked for a sign of life; null while it was not asked in this silence. */
  askedMs: number | null;
  /** It gave one since. */
  isAlive: boolean;
  /** How long it takes to answer when all is well. */
  answerMs: number;
  /** It was seen to send pictures without answering: that it does not answer says nothing. */
  isNoAnswerer: boolean;
}

/**
 * `fine`: nothing to do yet. `ask`: it is to be asked for a sign of life now. `mute`: it sends nothing and does not answer, which is
 * told at once; what it sent may still come, so the connection stays. `stalled`: the connection is of no use any more.
 */
export type Silence = 'fine' | 'ask' | 'mute' | 'stalled';

export function assessSilence({ silentMs, frameMs, askedMs, isAlive, answerMs, isNoAnswerer }: SilenceSigns): Silence {
  if (silentMs > Math.max(stallMs, stallFrames * frameMs)) return 'stalled';
  if (silentMs < Math.max(askAfterMs, askFrames * frameMs)) return 'fine';
  if (askedMs === null) return 'ask';
  if (isAlive) return askedMs >= askAgainMs ? 'ask' : 'fine';
  if (isNoAnswerer) return 'fine';
  return askedMs >= Math.min(maxPatienceMs, Math.max(patienceMs, patienceAnswers * answerMs)) ? 'mute' : 'fine';
}

/**
 * The time that a watch with a look every `everyMs` had to hear something: no look counts for more than twice its distance. Where
 * this process got no time itself, what the cameras sent meanwhile waits to be read, and none of them is silent.
 */
export function createHearingTime(everyMs: number): (monotonicMs: number) => number {
  let lastMs: number | null = null;
  let heardMs = 0;
  return (monotonicMs) => {
    if (lastMs !== null) heardMs += Math.min(Math.max(0, monotonicMs - lastMs), 2 * everyMs);
    lastMs = monotonicMs;
    return heardMs;
  };
}
