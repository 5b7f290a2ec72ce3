import type { Bus } from '../bus/bus.ts';

/** Where a core is: the address from which its link comes, and its addresses in its own network. */
export interface EdgeNetwork {
  publicAddress: string;
  lanAddresses: readonly string[];
}

interface Told {
  edgeId: string;
  network: EdgeNetwork | null;
}

const toldTopic = 'link.network';
const wantedTopic = 'link.networks.wanted';

/**
 * Where the linked cores are, known to every server process. Kept in memory only: it is worth nothing once the link ended, and a
 * process that starts asks the others.
 */
export class EdgeNetworks {
  readonly #bus: Bus;
  readonly #own = new Map<string, EdgeNetwork>();
  readonly #known = new Map<string, EdgeNetwork>();
  #stops: (() => void)[] = [];

  constructor(bus: Bus) {
    this.#bus = bus;
  }

  start(): void {
    this.#stops = [
      this.#bus.subscribe(toldTopic, (body) => this.#hear(body as Told)),
      this.#bus.subscribe(wantedTopic, () => {
        for (const [edgeId, network] of this.#own) this.#bus.publish(toldTopic, { edgeId, network });
      }),
    ];
    this.#bus.publish(wantedTopic, {});
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** A core linked to this process from there; null: its link ended. */
  tell(edgeId: string, network: EdgeNetwork | null): void {
    if (network === null) this.#own.delete(edgeId);
    else this.#own.set(edgeId, network);
    this.#hear({ edgeId, network });
    this.#bus.publish(toldTopic, { edgeId, network });
  }

  /** Where a core is; undefined while it has no link. */
  of(edgeId: string): EdgeNetwork | undefined {
    return this.#known.get(edgeId);
  }

  #hear({ edgeId, network }: Told): void {
    if (network === null) this.#known.delete(edgeId);
    else this.#known.set(edgeId, network);
  }
}
