import type { SourceEvents } from '@sightline/media/units/access-unit';

/** Where a stream is, and as whom it is asked for. */
export interface SourcePlace {
  /** rtsp or rtsps URL without credentials. */
  url: string;
  /** Kept apart from the URL so that no log line can carry them. */
  username: string | null;
  password: string | null;
}

/** How a stream is to be opened. */
export interface SourceOptions extends SourcePlace {
  /** Tried first. */
  transport: 'tcp' | 'udp';
  /** Bound for everything up to the answer to PLAY. */
  setupTimeoutMs: number;
  /** Begin in reordering mode (B-frames were seen before). */
  startReordering: boolean;
}

/** One connection to one camera stream. */
export interface SourceSession {
  /** Ends the session; resolves when its sockets or processes are gone. `end('stopped')` is delivered before. */
  stop(): Promise<void>;
  /** Bytes received from the camera so far. */
  bytesReceived(): number;
  /** Packets known to be lost so far. */
  packetsLost(): number;
  /** Arrival (UTC ms) of the last complete picture, also of one that could not be delivered yet; null before the first. */
  lastPictureMs(): number | null;
  /** Asks the camera for a sign of life and resolves with it; without one it does not resolve before the session ends. Only after the first picture. */
  ask(): Promise<void>;
  /** How long the camera took to answer while the session was set up, ms; 0 while unknown. */
  answerMs(): number;
  /** How the pictures travel: the other way than asked for where the camera takes no other. Known with the first picture. */
  transport(): SourceOptions['transport'];
}

/** How pictures come in. Implementations live in `drivers/` and pass `drivers/source-driver.suite.ts`. */
export interface SourceDriver {
  name: 'rtsp' | 'node-av';
  /** Never throws: failures arrive as `end(reason, detail)`, exactly once, never before `open` has returned. */
  open(options: SourceOptions, events: SourceEvents): SourceSession;
}
