import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { toApiError } from '../../../platform/api/api-error.ts';
import { dataChannelTransport } from '../transport/data-channel-transport.ts';
import { PlayerRequests } from '../transport/player-requests.ts';
import { LiveLease } from './live-lease.ts';
import type { LiveSignalling } from './live-signalling.ts';
import { takeWarmPeer } from './warm-peer.ts';
import type { WarmPeer } from './warm-peer.ts';

/** Without a path to the core after this long, the picture comes through the server instead. */
const connectWithinMs = 2500;
/** A path that broke often mends by itself; after this long it did not. */
const mendWithinMs = 3000;

/** What to show: a camera, and whether with nothing hidden. */
export interface Wanted {
  cameraId: string;
  originals: boolean;
}

export interface PeerEvents {
  onLease(lease: Lease): void;
  onMedia(stream: MediaStream): void;
  /** Media and data flow. `direct`: within the site or over the open network; `turn`: through a TURN server. */
  onConnected(path: 'direct' | 'turn'): void;
  /** The lease could not be renewed because nobody answered; the picture goes on until it has run out. */
  onUnanswered(): void;
  /** The player protocol can be spoken. */
  onRequests(requests: PlayerRequests): void;
  /** It is over, once. `noPath`: the core is there, but no direct way to it. */
  onEnded(reason: ErrorCode | 'noPath'): void;
}

/** One direct connection between this browser and the core: a video track and the player protocol. */
export class PeerLink {
  readonly #wanted: Wanted;
  readonly #events: PeerEvents;
  readonly #signalling: LiveSignalling;
  #peer: RTCPeerConnection | undefined;
  #requests: PlayerRequests | undefined;
  #lease: LiveLease | undefined;
  #leaseId: string | undefined;
  #candidates: RTCIceCandidate[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isEnded = false;

  constructor(wanted: Wanted, events: PeerEvents, signalling: LiveSignalling) {
    this.#wanted = wanted;
    this.#events = events;
    this.#signalling = signalling;
  }

  get receiver(): RTCRtpReceiver | undefined {
    return this.#peer?.getReceivers().find((receiver) => receiver.track.kind === 'video');
  }

  async start(): Promise<void> {
    try {
      const warm = await takeWarmPeer();
      if (this.#isEnded) return warm.peer.close();
      this.#listen(warm);
      await warm.peer.setLocalDescription(warm.offer);
      // The offer leaves before any candidate is known: they follow one by one.
      const { cameraId, originals } = this.#wanted;
      const answer = await this.#signalling.offer({ cameraId, sdp: warm.offer.sdp ?? '', originals });
      const lease = new LiveLease(answer.leaseId, this.#signalling, {
        onEnded: (code) => this.#end(code),
        onUnanswered: () => this.#events.onUnanswered(),
      });
      if (this.#isEnded) return lease.end();
      this.#lease = lease;
      this.#leaseId = answer.leaseId;
      this.#events.onLease(answer);
      for (const candidate of this.#candidates.splice(0)) void this.#sendCandidate(candidate);
      this.#giveUpAfter(connectWithinMs);
      await warm.peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    } catch (thrown) {
      this.#end(thrown instanceof DOMException ? 'noPath' : toApiError(thrown).code);
    }
  }

  stop(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#requests?.transport.close();
    this.#peer?.close();
    this.#lease?.end();
  }

  #listen({ peer, channel }: WarmPeer): void {
    this.#peer = peer;
    peer.ontrack = ({ track, streams }) => this.#events.onMedia(streams[0] ?? new MediaStream([track]));
    peer.onicecandidate = ({ candidate }) => {
      if (!candidate || candidate.candidate === '') return;
      if (this.#leaseId === undefined) this.#candidates.push(candidate);
      else void this.#sendCandidate(candidate);
    };
    peer.onconnectionstatechange = () => void this.#follow(peer);
    const transport = dataChannelTransport(channel, {
      onReply: (reply) => (reply.type === 'bye' ? this.#end(reply.code) : this.#requests?.receive(reply)),
      onItem: (item) => this.#requests?.receiveItem(item),
      onClose: () => this.#end('noPath'),
    });
    this.#requests = new PlayerRequests(transport);
  }

  async #follow(peer: RTCPeerConnection): Promise<void> {
    if (this.#isEnded) return;
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') return this.#end('noPath');
    if (peer.connectionState === 'disconnected') return this.#giveUpAfter(mendWithinMs);
    if (peer.connectionState !== 'connected') return;
    clearTimeout(this.#timer);
    const path = (await isOverTurn(peer)) ? 'turn' : 'direct';
    if (this.#isEnded || !this.#requests) return;
    this.#events.onConnected(path);
    this.#events.onRequests(this.#requests);
  }

  #giveUpAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end('noPath'), ms);
  }

  async #sendCandidate(candidate: RTCIceCandidate): Promise<void> {
    if (this.#leaseId === undefined || this.#isEnded) return;
    const body = { candidate: candidate.candidate, mid: candidate.sdpMid ?? '0' };
    // One lost candidate is no failure: the others, or the core's own, still lead somewhere.
    await this.#signalling.candidate(this.#leaseId, body).catch(toApiError);
  }

  #end(reason: ErrorCode | 'noPath'): void {
    if (this.#isEnded) return;
    this.stop();
    this.#requests?.lose();
    this.#events.onEnded(reason);
  }
}

async function isOverTurn(peer: RTCPeerConnection): Promise<boolean> {
  const stats: RTCStats[] = [];
  (await peer.getStats()).forEach((entry: RTCStats) => stats.push(entry));
  const pair = stats.find(
    (entry): entry is RTCIceCandidatePairStats => entry.type === 'candidate-pair' && (entry as RTCIceCandidatePairStats).nominated === true,
  );
  const ends = stats.filter((entry) => entry.id === pair?.localCandidateId || entry.id === pair?.remoteCandidateId);
  return ends.some((entry) => 'candidateType' in entry && entry.candidateType === 'relay');
}
