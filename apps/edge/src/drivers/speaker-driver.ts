import type { SourceEndReason } from '@sightline/media/units/access-unit';

/** G.711 at 8 kHz: one byte a sample. */
export type SpeakerCodec = 'pcmu' | 'pcma';

/** Where a speaker is asked for: the camera's own stream address. */
export interface SpeakerPlace {
  /** rtsp or rtsps URL without credentials. */
  url: string;
  /** Kept apart from the URL so that no log line can carry them. */
  username: string | null;
  password: string | null;
  /** Bound for everything up to the answer. */
  setupTimeoutMs: number;
}

/** An open way to the speaker of a camera. */
export interface Speaker {
  codec: SpeakerCodec;
  /** The next sound, after what was sent before. Dropped while the camera does not take what it was sent. */
  send(sound: Uint8Array): void;
  /** Gives the speaker back; resolves when the connection is gone. `ended` is not called any more. */
  close(): Promise<void>;
}

/** Speakers behind camera streams, each on a connection of its own: what records the camera is not touched. */
export interface SpeakerDriver {
  /** What the speaker of a camera takes, or null when it has none. Rejects with `SpeakerFailure`. */
  look(place: SpeakerPlace): Promise<SpeakerCodec | null>;
  /** Opens the speaker, or answers null when there is none. `ended` is called once when the camera ends it. Rejects with `SpeakerFailure`. */
  open(place: SpeakerPlace, events: { ended: (failure: SpeakerFailure) => void }): Promise<Speaker | null>;
}

/** Why a camera did not answer for its speaker. The message never holds credentials. */
export interface SpeakerFailure extends Error {
  readonly reason: SourceEndReason;
}
