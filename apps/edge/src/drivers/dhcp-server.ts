/** A program that gives out addresses, run by the core. */
export interface DhcpServer {
  /** Whether the program is there. */
  isInstalled(): Promise<boolean>;
  /** Starts it by a configuration file; resolves once it serves. Fails with `dhcp_failed` and its last words. */
  start(configPath: string): Promise<void>;
  /** Makes it read its reservations again; nothing when it does not run. */
  reload(): void;
  stop(): Promise<void>;
  readonly isRunning: boolean;
  /** Its last words when it ended by itself; null otherwise. */
  readonly failure: string | null;
}

/**
 * Asks a network whether somebody gives out addresses there, from this address of the core. Answers the address of the first
 * that does, or `nobody`; `notPossible` when this program may not ask.
 */
export type DhcpProbe = (at: {
  address: string;
  broadcast: string;
}) => Promise<{ server: string } | 'nobody' | 'notPossible'>;
