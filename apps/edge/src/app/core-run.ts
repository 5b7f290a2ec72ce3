import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Log } from '../platform/log/log.ts';
import { isStoreDamaged } from '../platform/store/store-damage.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import { Edge } from './edge.ts';
import { RebuildPace } from '../capabilities/recover/rebuild-pace.ts';

export interface CoreRunDeps {
  config: EdgeConfig;
  log: Log;
  onStep: (name: string) => void;
  onLinkFailed: (code: ErrorCode) => void;
  /** It could not be started anew. */
  onFailed: (error: unknown) => void;
}

const stopLimitMs = 8_000;

/** Runs the core; one that finds its store damaged is started anew in this process, so that nobody outside need do it. */
export class CoreRun {
  readonly #deps: CoreRunDeps;
  readonly #pace = new RebuildPace();
  #edge: Edge;
  #waiting: NodeJS.Timeout | undefined;
  #isStopping = false;
  #endLeft: () => void = () => undefined;

  constructor(deps: CoreRunDeps) {
    this.#deps = deps;
    this.#edge = this.#make();
  }

  /** Fails as the start of a core does. */
  async start(): Promise<void> {
    // A store that turns out to be damaged meanwhile is seen to already.
    await this.#edge.start().catch((error: unknown) => {
      if (!isStoreDamaged(error)) throw error;
    });
  }

  /** Ends the core and this process. `leavesRecorder`: another core begins at once, whose recorder takes the place of this one's. */
  stop({ leavesRecorder = false } = {}): void {
    if (this.#isStopping) return;
    this.#isStopping = true;
    clearTimeout(this.#waiting);
    setTimeout(() => process.exit(1), stopLimitMs).unref();
    // Should it not have been taken over yet.
    if (!leavesRecorder) this.#endLeft();
    void this.#edge.stop({ leavesRecorder }).then(() => process.exit(0));
  }

  #make(): Edge {
    const { config, log, onStep, onLinkFailed } = this.#deps;
    const edge = new Edge({ config, log, onStep });
    edge.onLinkFailed = onLinkFailed;
    edge.onStoreDamaged = () => this.#damaged();
    return edge;
  }

  #damaged(): void {
    const waitMs = this.#pace.waitMs(performance.now());
    // Until then the recorder goes on, and what it says is kept in memory.
    if (waitMs > 0) this.#deps.log.warn({ waitMs }, 'the store was damaged before: it is rebuilt later');
    this.#waiting = setTimeout(() => void this.#beginAnew(), waitMs);
  }

  async #beginAnew(): Promise<void> {
    if (this.#isStopping) return;
    // Whoever runs this program starts it again.
    const limit = setTimeout(() => process.exit(1), stopLimitMs);
    await this.#edge
      .stop({ leavesRecorder: true })
      .catch((error: unknown) => this.#deps.log.error({ detail: String(error) }, 'the core did not end well'));
    clearTimeout(limit);
    this.#endLeft = this.#edge.endRecorder;
    if (this.#isStopping) return this.#endLeft();
    this.#edge = this.#make();
    await this.start().catch(this.#deps.onFailed);
  }
}
