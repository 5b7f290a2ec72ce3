import type { PlayerReply } from '@sightline/contracts/live/player-protocol';
import type { OpenRequest, PlayerRequests } from '../transport/player-requests.ts';

/** Where tracks were at one instant of the capture clock. */
export type BoxSample = Pick<Extract<PlayerReply, { type: 'boxes' }>, 'atUtcMs' | 'tracks' | 'holdMs'>;

/** Pictures are shown up to this long after they were taken; older boxes match none. */
const keptMs = 6000;

/** What moves in the live picture, as the core tells it while somebody wants to see it. */
export class BoxFeed {
  #requests: PlayerRequests | null = null;
  #request: OpenRequest | undefined;
  #isLive = true;
  #isWanted = false;
  #samples: BoxSample[] = [];

  /** Samples of the last seconds, ascending. */
  get samples(): readonly BoxSample[] {
    return this.#samples;
  }

  /** Another way to the core, or none. */
  use(requests: PlayerRequests | null): void {
    if (this.#requests === requests) return;
    this.#request = undefined;
    this.#requests = requests;
    this.#settle();
  }

  /** Footage has boxes of its own. */
  setLive(isLive: boolean): void {
    this.#isLive = isLive;
    this.#settle();
  }

  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    this.#settle();
  }

  #settle(): void {
    const isOpen = this.#request !== undefined;
    const shallOpen = this.#isWanted && this.#isLive && this.#requests !== null;
    if (isOpen === shallOpen) return;
    this.#samples = [];
    if (shallOpen) return this.#open();
    this.#request?.cancel();
    this.#request = undefined;
  }

  #open(): void {
    this.#request = this.#requests?.open(
      { type: 'boxes' },
      {
        onReply: (reply) => {
          if (reply.type === 'boxes') this.#take(reply);
        },
        onLost: () => {
          this.#samples = [];
        },
      },
    );
  }

  #take({ atUtcMs, tracks, holdMs }: BoxSample): void {
    const others = this.#samples.filter((sample) => sample.atUtcMs !== atUtcMs);
    const all = [...others, { atUtcMs, tracks, holdMs }].sort((a, b) => a.atUtcMs - b.atUtcMs);
    // The one before the window is what holds at its beginning: a thing at rest is told of rarely.
    const first = all.findLastIndex((sample) => sample.atUtcMs <= all.at(-1)!.atUtcMs - keptMs);
    this.#samples = all.slice(Math.max(0, first));
  }
}
