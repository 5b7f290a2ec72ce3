import type { SessionTransport } from '@sightline/contracts/live/live';

/** How a peer connection reaches the core. */
export type PeerPath = Exclude<SessionTransport, 'mse'>;

/** What statistics of a connection say, whichever browser made them. */
export interface PairStats {
  id: string;
  type: string;
  selectedCandidatePairId?: string;
  localCandidateId?: string;
  remoteCandidateId?: string;
  candidateType?: string;
  address?: string | null;
  state?: string;
  nominated?: boolean;
  selected?: boolean;
}

/** Addresses that no network passes on to the internet, and names that browsers give to them. */
const privateAddresses =
  /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|.*\.local$)/i;

/** Several pairs may have worked; only one of them carries the media now. */
function selectedPair(stats: readonly PairStats[]): PairStats | undefined {
  const pairs = stats.filter(({ type }) => type === 'candidate-pair');
  const ofTransport = stats.find(
    ({ type, selectedCandidatePairId }) => type === 'transport' && selectedCandidatePairId !== undefined,
  );
  return (
    pairs.find(({ id }) => id === ofTransport?.selectedCandidatePairId) ??
    pairs.find(({ selected }) => selected === true) ??
    pairs.findLast(({ nominated, state }) => nominated === true && state === 'succeeded')
  );
}

/** The way of the pair in use; null while there is none. */
export function pathOf(stats: readonly PairStats[]): PeerPath | null {
  const pair = selectedPair(stats);
  if (!pair) return null;
  const [local, remote] = [pair.localCandidateId, pair.remoteCandidateId].map((id) =>
    stats.find((entry) => entry.id === id),
  );
  if (local?.candidateType === 'relay' || remote?.candidateType === 'relay') return 'turn';
  const address = remote?.address ?? '';
  // Browsers may keep the address to themselves: what the core said of itself is then its own network's.
  if (address === '') return remote?.candidateType === 'host' ? 'direct' : 'internet';
  // Two ends that see each other under their own IPv4 addresses have no translation between them, as only one network has none.
  const isUntranslated = local?.candidateType === 'host' && remote?.candidateType === 'host' && !address.includes(':');
  const isNear = isUntranslated || privateAddresses.test(address);
  return isNear ? 'direct' : 'internet';
}

const checkEveryMs = 5_000;
const firstCheckMs = 50;

/** Follows the pair of candidates that a connection uses, from its first one on: it may change while the picture goes on. */
export class PairWatch {
  readonly #peer: RTCPeerConnection;
  readonly #onPath: (path: PeerPath) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #path: PeerPath | null = null;
  #isEnded = false;

  constructor(peer: RTCPeerConnection, onPath: (path: PeerPath) => void) {
    this.#peer = peer;
    this.#onPath = onPath;
    // Not every browser tells when the pair changes.
    this.#timer = setInterval(this.#check, checkEveryMs);
    peer.sctp?.transport.iceTransport.addEventListener('selectedcandidatepairchange', this.#check);
    this.#check();
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  #check = (): void => {
    this.#read().catch(() => undefined);
  };

  async #read(): Promise<void> {
    const stats: PairStats[] = [];
    (await this.#peer.getStats()).forEach((entry: PairStats) => stats.push(entry));
    const path = pathOf(stats);
    if (this.#isEnded || path === this.#path) return;
    if (path === null) {
      // Statistics lag a moment behind the connection.
      if (this.#path === null) setTimeout(this.#check, firstCheckMs);
      return;
    }
    this.#path = path;
    this.#onPath(path);
  }
}
