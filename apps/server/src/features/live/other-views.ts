import { leaseMs } from '@sightline/contracts/live/live';
import type { Bus } from '../../platform/bus/bus.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Lease } from './lease.ts';

/** What every process knows of a view. */
export type LiveView = Pick<
  Lease,
  | 'leaseId'
  | 'cameraId'
  | 'edgeId'
  | 'organizationId'
  | 'userId'
  | 'sinceUtcMs'
  | 'transport'
  | 'originals'
  | 'expiresAtUtcMs'
>;

const toldTopic = 'live-views.told';
const goneTopic = 'live-views.gone';
const wantedTopic = 'live-views.wanted';
const endTopic = 'live-views.end';
/** What changed is told together after this long. */
const gatherMs = 200;
/** A view is told anew with each renewal: of one that is not, the process has ended. */
const forgetMs = leaseMs + 5_000;
const maxAtOnce = 200;
/** What is to end is said again until it did. */
const againMs = 1_000;
const endWithinMs = 5_000;

const shared = ({
  leaseId,
  cameraId,
  edgeId,
  organizationId,
  userId,
  sinceUtcMs,
  transport,
  originals,
  expiresAtUtcMs,
}: LiveView): LiveView => {
  return { leaseId, cameraId, edgeId, organizationId, userId, sinceUtcMs, transport, originals, expiresAtUtcMs };
};

export interface OtherViewsDeps {
  bus: Bus;
  /** Views of this process. */
  own: () => readonly LiveView[];
  /** Somebody at another process wants these ended, as far as they are of this one. */
  onEnd: (leaseIds: ReadonlySet<string>) => void;
}

interface Heard {
  view: LiveView;
  atMs: number;
}

/** Views that other server processes have open, by what they tell. In memory only: a process that starts asks the others. */
export class OtherViews {
  readonly #deps: OtherViewsDeps;
  readonly #processId = newId();
  readonly #heard = new Map<string, Heard>();
  readonly #changed = new Map<string, LiveView>();
  readonly #goneListeners = new Set<() => void>();
  #stops: (() => void)[] = [];
  #gathering: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(deps: OtherViewsDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { bus, onEnd } = this.#deps;
    this.#stops = [
      bus.subscribe(toldTopic, (body) => this.#hear(body as { processId: string; views: LiveView[] })),
      bus.subscribe(goneTopic, (body) => this.#forget((body as { leaseIds: string[] }).leaseIds)),
      bus.subscribe(wantedTopic, (body) => {
        if ((body as { processId: string }).processId !== this.#processId)
          for (const view of this.#deps.own()) this.notify(view);
      }),
      bus.subscribe(endTopic, (body) => onEnd(new Set((body as { leaseIds: string[] }).leaseIds))),
    ];
    const ask = (): void => {
      if (!this.#isStopped) bus.publish(wantedTopic, { processId: this.#processId });
    };
    bus.onGap(ask);
    ask();
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    if (this.#gathering) clearTimeout(this.#gathering);
  }

  /** A view of this process is open: it began, was renewed, or changed. */
  notify(view: LiveView): void {
    if (this.#isStopped) return;
    this.#changed.set(view.leaseId, view);
    this.#gathering ??= setTimeout(() => this.#notifyChanged(), gatherMs);
  }

  /** A view of this process ended. */
  gone(leaseId: string): void {
    this.#changed.delete(leaseId);
    if (!this.#isStopped) this.#deps.bus.publish(goneTopic, { leaseIds: [leaseId] });
  }

  all(): LiveView[] {
    const nowMs = performance.now();
    for (const [leaseId, { atMs }] of this.#heard) if (nowMs - atMs > forgetMs) this.#heard.delete(leaseId);
    return [...this.#heard.values()].map(({ view }) => view);
  }

  /** Has views of other processes ended; false when one of them did not say so in time. */
  async end(views: readonly LiveView[]): Promise<boolean> {
    const giveUpMs = performance.now() + endWithinMs;
    for (;;) {
      const open = views.map(({ leaseId }) => leaseId).filter((leaseId) => this.#heard.has(leaseId));
      if (open.length === 0) return true;
      if (performance.now() > giveUpMs || this.#isStopped) return false;
      for (let first = 0; first < open.length; first += maxAtOnce)
        this.#deps.bus.publish(endTopic, { leaseIds: open.slice(first, first + maxAtOnce) });
      await this.#someGone(open);
    }
  }

  /** Resolves when all of these are gone, or it is time to say it again. */
  #someGone(leaseIds: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#goneListeners.delete(check);
        resolve();
      };
      const check = (): void => {
        if (leaseIds.every((leaseId) => !this.#heard.has(leaseId))) done();
      };
      const timer = setTimeout(done, againMs);
      this.#goneListeners.add(check);
    });
  }

  #hear({ processId, views }: { processId: string; views: readonly LiveView[] }): void {
    if (processId === this.#processId) return;
    const atMs = performance.now();
    for (const view of views) this.#heard.set(view.leaseId, { view, atMs });
  }

  #forget(leaseIds: readonly string[]): void {
    for (const leaseId of leaseIds) this.#heard.delete(leaseId);
    for (const listener of this.#goneListeners) listener();
  }

  #notifyChanged(): void {
    this.#gathering = null;
    const views = [...this.#changed.values()].map(shared);
    this.#changed.clear();
    for (let first = 0; first < views.length; first += maxAtOnce)
      this.#deps.bus.publish(toldTopic, { processId: this.#processId, views: views.slice(first, first + maxAtOnce) });
  }
}
