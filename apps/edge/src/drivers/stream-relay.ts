import type { SourceEndReason } from '@sightline/media/units/access-unit';
import type { SourceOptions, SourcePlace } from './source-driver.ts';

/**
 * Stands between a camera and a reader that must call nobody by itself: the reader calls an address of this machine, speaks plain
 * RTSP over TCP without an account, and has the pictures there. Whom the camera's address leads to, the account, encryption and
 * UDP are the relay's.
 */
export interface StreamRelay {
  /** rtsp URL on this machine. It serves one connection, once; nobody else can guess it. */
  url: string;
  /** How the pictures travel from the camera: the other way than asked for where it takes no other. */
  transport(): SourceOptions['transport'];
  /** Why the camera gives nothing, or nothing any more; null while it does. `detail` never holds credentials. */
  failure(): { reason: SourceEndReason; detail: string } | null;
  /** Ends both sides; resolves when the sockets are gone. */
  close(): Promise<void>;
}

/** Opens a relay. Nobody is called before the reader has come. */
export type OpenStreamRelay = (place: SourcePlace & { transport: SourceOptions['transport'] }) => Promise<StreamRelay>;
