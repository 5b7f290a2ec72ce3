import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { TalkState } from '@sightline/contracts/talk/talk';
import type { SpeakerCodec, SpeakerDriver, SpeakerFailure, SpeakerPlace } from '../../drivers/speaker-driver.ts';

type Known = Pick<TalkState, 'speaker' | 'cause'>;

/** What a camera can do changes with its settings, not by the minute; one that did not answer is left alone for a while. */
const knownMs = 600_000;
const failedMs = 30_000;

/** The code of a failure of a camera's speaker. */
export const causeOf = (error: unknown): ErrorCode => {
  const reason = (error as Partial<SpeakerFailure>).reason ?? 'stopped';
  return reason === 'stopped' ? 'camera_closed' : reason;
};

/** Which cameras have a speaker, each asked once in a while however many want to know. */
export class SpeakerLooks {
  private readonly speakers: Pick<SpeakerDriver, 'look'>;
  private readonly nowMs: () => number;
  private readonly entries = new Map<string, { key: string; asking: Promise<Known>; known: Known; untilMs: number }>();

  constructor(speakers: Pick<SpeakerDriver, 'look'>, nowMs: () => number) {
    this.speakers = speakers;
    this.nowMs = nowMs;
  }

  /** What is known of a camera at this place; without `asks` nobody is asked. */
  async look(cameraId: string, place: SpeakerPlace, asks: boolean): Promise<Known> {
    const key = [place.url, place.username, place.password].join('\n');
    const entry = this.entries.get(cameraId);
    const isFresh = entry?.key === key && this.nowMs() < entry.untilMs;
    if (!asks) return entry !== undefined && isFresh ? entry.known : { speaker: 'unknown', cause: null };
    return entry !== undefined && isFresh ? entry.asking : this.ask(cameraId, key, place);
  }

  /** What a camera showed by being opened. */
  learn(cameraId: string, place: SpeakerPlace, codec: SpeakerCodec | null): void {
    const known: Known = { speaker: codec === null ? 'no' : 'yes', cause: null };
    const key = [place.url, place.username, place.password].join('\n');
    this.entries.set(cameraId, { key, known, asking: Promise.resolve(known), untilMs: this.nowMs() + knownMs });
  }

  /** Forgets all but these cameras. */
  keep(cameraIds: ReadonlySet<string>): void {
    for (const cameraId of this.entries.keys()) if (!cameraIds.has(cameraId)) this.entries.delete(cameraId);
  }

  private ask(cameraId: string, key: string, place: SpeakerPlace): Promise<Known> {
    const unknown: Known = { speaker: 'unknown', cause: null };
    const entry = { key, asking: Promise.resolve(unknown), known: unknown, untilMs: Infinity };
    entry.asking = this.speakers.look(place).then(
      (codec) => this.settle(entry, { speaker: codec === null ? 'no' : 'yes', cause: null }, knownMs),
      (error: unknown) => this.settle(entry, { speaker: 'unknown', cause: causeOf(error) }, failedMs),
    );
    this.entries.set(cameraId, entry);
    return entry.asking;
  }

  private settle(entry: { known: Known; untilMs: number }, known: Known, forMs: number): Known {
    entry.known = known;
    entry.untilMs = this.nowMs() + forMs;
    return known;
  }
}
