import type { PlayerReply } from '@sightline/contracts/live/player-protocol';
import type { OpenRequest, PlayerRequests } from '../transport/player-requests.ts';

/** Where tracks were at one instant of the capture clock. */
export type BoxSample = Pick<Extract<PlayerReply, { type: 'boxes' }>, 'atUtcMs' | 'tracks'>;

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

  #take({ atUtcMs, tracks }: BoxSample): void {
    const newer = this.#samples.filter((sample) => sample.atUtcMs > atUtcMs - keptMs && sample.atUtcMs !== atUtcMs);
    this.#samples = [...newer, { atUtcMs, tracks }].sort((a, b) => a.atUtcMs - b.atUtcMs);
  }
}
