import type { EdgeConfig } from '../edge-config.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { Declared } from './capability-list.ts';

/** What every capability may take of the core itself. */
export interface EdgeCore {
  config: EdgeConfig;
  log: Log;
  clock: Clock;
  /** Unix socket on which pictures are handed from process to process. */
  busSocketPath: string;
  /** Ends when the core is told to. */
  signal: AbortSignal;
  /** What all capabilities declare. */
  declared: Declared;
  /** Says to whoever started the core how far it is. */
  step: (name: string) => void;
  /** The store turned out to be damaged; the core is started anew. */
  onStoreDamaged: () => void;
  /** What is wanted may have changed, or where it can be done. */
  reconfigure: () => void;
  link: {
    isConnected: () => boolean;
    /** Clock of the machine minus that of the server as the link measured it, ms; null before. */
    offsetMs: () => number | null;
    /** What this core can do has changed. */
    notifyCapabilities: () => void;
  };
}
