import { lineOf } from '../../platform/auth/attempt-limiter.ts';

/** What stands below a WebSocket: the bytes as they come. */
export interface Line {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  destroy(): unknown;
}

interface PendingLimits {
  /** Of one address, or of one /64 of IPv6: all cores of a site come from one, and all cores there are when a proxy is not known as one. */
  perNetwork: number;
  inAll: number;
  /** What each may send. */
  bytes: number;
}

/** A hello has at most 100 names of 60 characters and 20 addresses of 64. */
const limits: PendingLimits = { perNetwork: 250, inAll: 2_000, bytes: 65_536 };

/** Links that have not proven yet which core they are. Anybody can open one, so there is an end to them and to what they may send. */
export class PendingLinks {
  readonly #limits: PendingLimits;
  readonly #perNetwork = new Map<string, number>();
  #count = 0;

  constructor(options: PendingLimits = limits) {
    this.#limits = options;
  }

  /** Counts one until what is answered is called; null when there are too many, and it is to be sent away. Cores come back by themselves. */
  enter(address: string, line?: Line): (() => void) | null {
    const network = lineOf(address);
    const before = this.#perNetwork.get(network) ?? 0;
    if (this.#count >= this.#limits.inAll || before >= this.#limits.perNetwork) return null;
    this.#count += 1;
    this.#perNetwork.set(network, before + 1);
    const stopCounting = line ? this.#limitBytes(line) : () => undefined;
    let isThere = true;
    return () => {
      if (!isThere) return;
      isThere = false;
      stopCounting();
      this.#leave(network);
    };
  }

  #leave(network: string): void {
    this.#count -= 1;
    const left = (this.#perNetwork.get(network) ?? 1) - 1;
    if (left > 0) this.#perNetwork.set(network, left);
    else this.#perNetwork.delete(network);
  }

  /** A message is in memory before anybody can look at it. */
  #limitBytes(line: Line): () => void {
    let bytes = 0;
    const count = (chunk: Uint8Array): void => {
      bytes += chunk.byteLength;
      if (bytes > this.#limits.bytes) line.destroy();
    };
    line.on('data', count);
    return () => line.off('data', count);
  }
}
