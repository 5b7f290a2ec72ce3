import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { ServerLink } from '../capabilities/claim/server-link.ts';
import type { EdgeCore } from '../platform/capabilities/edge-core.ts';
import { RunningCapabilities } from '../platform/capabilities/running-capabilities.ts';
import { systemClock } from '../platform/clock.ts';
import { lockDataFolder, socketPathFor } from '../platform/data-folder-lock.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import type { Log } from '../platform/log/log.ts';
import { capabilities, edgeDrivers } from './capabilities.ts';

interface EdgeOptions {
  config: EdgeConfig;
  log: Log;
  onStep: (name: string) => void;
}

/** The core: begins what it can do, and then speaks for it to its server. */
export class Edge {
  readonly #options: EdgeOptions;
  readonly #stopping = new AbortController();
  readonly #running;
  #link: ServerLink | null = null;
  #lock: { release: () => void } | null = null;
  /** Replaced by the program: it starts this core anew, which then rebuilds its store. */
  onStoreDamaged: () => void = () => undefined;
  /** Replaced by the program: it says the failure and ends when there is nothing to record either. */
  onLinkFailed: (code: ErrorCode) => void = () => undefined;
  /** Ends a recorder that was left; nothing where none was, or where it has ended. */
  endRecorder: () => void = () => undefined;

  constructor(options: EdgeOptions) {
    this.#options = options;
    this.#running = new RunningCapabilities(capabilities, this.#core(), options.log);
  }

  /** Starts recording what is known, then connects (claiming first when needed). Resolves once workers run. */
  async start(): Promise<void> {
    this.#lock = await lockDataFolder(this.#options.config.dataFolder);
    await this.#running.startAtOnce();
    void this.#serve().catch((error: unknown) => this.#failLink(error));
  }

  /**
   * Ends in the order that capabilities declare; footage is closed properly. `leavesRecorder`: the recorder goes on until that of the next
   * core asks for its place, for a minute at most, or until `endRecorder`.
   */
  async stop({ leavesRecorder = false } = {}): Promise<void> {
    this.#stopping.abort();
    this.#link?.client?.stop();
    try {
      await this.#running.stop({ leavesRecorder, left: (end) => (this.endRecorder = end) });
    } finally {
      this.#lock?.release();
      this.#lock = null;
    }
  }

  #core(): EdgeCore & typeof edgeDrivers {
    const { config, log, onStep } = this.#options;
    return {
      ...edgeDrivers,
      config,
      log,
      clock: systemClock,
      busSocketPath: socketPathFor(config.dataFolder, 'media.sock'),
      signal: this.#stopping.signal,
      declared: capabilities.declared,
      step: onStep,
      onStoreDamaged: () => this.onStoreDamaged(),
      reconfigure: () => this.#running.configure(),
      link: {
        isConnected: () => this.#link?.client?.isConnected ?? false,
        offsetMs: () => this.#link?.client?.clockOffsetMs ?? null,
        notifyCapabilities: () => this.#link?.client?.notifyCapabilities(),
      },
    };
  }

  async #serve(): Promise<void> {
    const membership = await this.#running.has.join?.();
    if (membership === undefined) return;
    this.#options.onStep('claimed');
    await this.#running.joins(membership);
    const deps = await this.#running.startWithServer();
    if (this.#stopping.signal.aborted) return;
    this.#running.configure();
    this.#link = new ServerLink(deps, this.#running, (error) => this.#failLink(error));
    this.#link.connect(membership);
  }

  #failLink(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    const code: ErrorCode = error instanceof AppError ? error.code : 'internal';
    this.#options.log.error({ reason: code, detail: String(error) }, 'this core is not connected to a server');
    this.onLinkFailed(code);
  }
}
