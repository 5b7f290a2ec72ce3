import type { LocalEndpointFacts } from '@sightline/contracts/local-grants/local-grant';
import type { Bus } from '../bus/bus.ts';

/** Where a core is: the address from which its link comes, and its addresses in its own network. */
export interface EdgeNetwork {
  organizationId: string;
  publicAddress: string;
  lanAddresses: readonly string[];
  /** Its door for its own network, null while that is shut; undefined while it says nothing of one. */
  door?: LocalEndpointFacts | null;
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
  readonly #endpointListeners = new Set<(edgeId: string) => void>();
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
  notify(edgeId: string, network: EdgeNetwork | null): void {
    if (network === null) this.#own.delete(edgeId);
    else this.#own.set(edgeId, network);
    this.#hear({ edgeId, network });
    this.#bus.publish(toldTopic, { edgeId, network });
    if (network?.door !== undefined) for (const listener of this.#endpointListeners) listener(edgeId);
  }

  /** Hears of cores linked to this process that told of their door: with each link, and when it opened or shut. */
  onOwnEndpoint(listener: (edgeId: string) => void): () => void {
    this.#endpointListeners.add(listener);
    return () => this.#endpointListeners.delete(listener);
  }

  /** Cores linked to this process that told of their door; of one organization, or all. */
  ownEndpoints(organizationId?: string): string[] {
    const isMeant = (network: EdgeNetwork): boolean =>
      network.door !== undefined && (organizationId ?? network.organizationId) === network.organizationId;
    return [...this.#own].flatMap(([edgeId, network]) => (isMeant(network) ? [edgeId] : []));
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
