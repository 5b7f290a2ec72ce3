import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { SpeakerState } from '@sightline/contracts/talk/talk';
import type { SpeakerCodec, SpeakerDriver, SpeakerFailure, SpeakerPlace } from '../../drivers/speaker-driver.ts';

/** What a camera can do changes with its settings, not by the minute; one that did not answer is left alone for a while. */
const knownMs = 600_000;
const failedMs = 30_000;

/** The code of a failure of a camera's speaker. */
export const causeOf = (error: unknown): ErrorCode => {
  const reason = (error as Partial<SpeakerFailure>).reason ?? 'stopped';
  return reason === 'stopped' ? 'camera_closed' : reason;
};

/** Asks a camera once whether it has a speaker. One that does not answer is no failure: then it is unknown, and why. */
export async function probeSpeaker(speakers: Pick<SpeakerDriver, 'look'>, place: SpeakerPlace): Promise<SpeakerState> {
  try {
    return { speaker: (await speakers.look(place)) === null ? 'no' : 'yes', cause: null };
  } catch (error) {
    return { speaker: 'unknown', cause: causeOf(error) };
  }
}

/** Which cameras have a speaker, each asked once in a while however many want to know. */
export class SpeakerProbes {
  readonly #speakers: Pick<SpeakerDriver, 'look'>;
  readonly #nowMs: () => number;
  readonly #entries = new Map<
    string,
    { key: string; asking: Promise<SpeakerState>; known: SpeakerState; untilMs: number }
  >();

  constructor(speakers: Pick<SpeakerDriver, 'look'>, nowMs: () => number) {
    this.#speakers = speakers;
    this.#nowMs = nowMs;
  }

  /** What is known of a camera at this place; without `asks` nobody is asked. */
  async look(cameraId: string, place: SpeakerPlace, asks: boolean): Promise<SpeakerState> {
    const key = [place.url, place.username, place.password].join('\n');
    const entry = this.#entries.get(cameraId);
    const isFresh = entry?.key === key && this.#nowMs() < entry.untilMs;
    if (!asks) return entry !== undefined && isFresh ? entry.known : { speaker: 'unknown', cause: null };
    return entry !== undefined && isFresh ? entry.asking : this.#ask(cameraId, key, place);
  }

  /** What a camera showed by being opened. */
  learn(cameraId: string, place: SpeakerPlace, codec: SpeakerCodec | null): void {
    const known: SpeakerState = { speaker: codec === null ? 'no' : 'yes', cause: null };
    const key = [place.url, place.username, place.password].join('\n');
    this.#entries.set(cameraId, { key, known, asking: Promise.resolve(known), untilMs: this.#nowMs() + knownMs });
  }

  /** Forgets all but these cameras. */
  keep(cameraIds: ReadonlySet<string>): void {
    for (const cameraId of this.#entries.keys()) if (!cameraIds.has(cameraId)) this.#entries.delete(cameraId);
  }

  #ask(cameraId: string, key: string, place: SpeakerPlace): Promise<SpeakerState> {
    const unknown: SpeakerState = { speaker: 'unknown', cause: null };
    const entry = { key, asking: Promise.resolve(unknown), known: unknown, untilMs: Infinity };
    entry.asking = probeSpeaker(this.#speakers, place).then((known) =>
      this.#settle(entry, known, known.speaker === 'unknown' ? failedMs : knownMs),
    );
    this.#entries.set(cameraId, entry);
    return entry.asking;
  }

  #settle(entry: { known: SpeakerState; untilMs: number }, known: SpeakerState, forMs: number): SpeakerState {
    entry.known = known;
    entry.untilMs = this.#nowMs() + forMs;
    return known;
  }
}
