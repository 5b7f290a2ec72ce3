import { localChannel } from '@sightline/contracts/local-grants/local-endpoint-name';
import type { FromEndpoint, ToEndpoint } from '@sightline/contracts/local-grants/local-endpoint';
import type { LocalGrant } from '@sightline/contracts/local-grants/local-grant';
import type { CoreCandidate } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { ApiError } from '../../../platform/api/api-error.ts';
import type { LiveSignalling, Offered, OpenedView } from '../engine/links/live-signalling.ts';
import { endpointAnswer } from './endpoint-answer.ts';

type Asked<T> = T extends { requestId: number } ? Omit<T, 'requestId'> : never;
type Answer = (FromEndpoint & { type: 'answer' })['lease'];

interface Waiting {
  resolve: (lease: Answer) => void;
  reject: (error: ApiError) => void;
}

interface Line {
  channel: RTCDataChannel;
  /** The token that the core accepted. */
  token: string;
}

/** A core in the same network answers at once, or is not there. */
const openWithinMs = 5_000;
const answerWithinMs = 8_000;
/** A line that nobody used for so long is given up; whoever opens one camera after the other keeps it. */
const idleMs = 5_000;

const failure = (code: ErrorCode): ApiError => new ApiError({ code, data: {}, message: code, requestId: null }, 0);

const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => (byte % 36).toString(36)).join('');

/** The line to one core over the own network, with a grant: opened when it is needed, shared by all its cameras. */
export class CoreEndpoint implements LiveSignalling {
  readonly #grant: () => LocalGrant | null;
  #line: Promise<Line> | null = null;
  #peer: RTCPeerConnection | null = null;
  readonly #waiting = new Map<number, Waiting>();
  readonly #leases = new Set<string>();
  #lastRequest = 0;

  constructor(grant: () => LocalGrant | null) {
    this.#grant = grant;
  }

  async offer(offered: Offered): Promise<OpenedView> {
    const lease = await this.#ask({ type: 'offer', ...offered });
    if (lease === null) throw failure('core_offline');
    this.#leases.add(lease.leaseId);
    return { ...lease, mayTurn: false };
  }

  /** What the core has in this network stands in its answer already: it finds nothing more. */
  async candidate(leaseId: string, candidate: { candidate: string; mid: string }): Promise<readonly CoreCandidate[]> {
    if (candidate.candidate !== '') await this.#ask({ type: 'candidate', leaseId, ...candidate });
    return [];
  }

  renew(leaseId: string): Promise<unknown> {
    return this.#ask({ type: 'renew', leaseId });
  }

  /** Some time after the last view the line goes as well. */
  async close(leaseId: string): Promise<unknown> {
    setTimeout(() => this.#leases.size + this.#waiting.size === 0 && this.hangUp(), idleMs);
    return this.#leases.delete(leaseId) ? this.#ask({ type: 'close', leaseId }) : null;
  }

  /** Ends the line and everything that was opened over it. */
  hangUp(): void {
    this.#lose('live_lease_ended');
  }

  async #ask(request: Asked<ToEndpoint>): Promise<Answer> {
    const grant = this.#grant();
    if (grant === null) throw failure('local_grant_expired');
    this.#line ??= this.#open(grant);
    const line = await this.#line;
    if (line.channel.readyState !== 'open') throw failure('core_offline');
    if (line.token !== grant.token) {
      line.token = grant.token;
      line.channel.send(JSON.stringify({ type: 'grant', token: grant.token } satisfies ToEndpoint));
    }
    const requestId = (this.#lastRequest += 1);
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(requestId, { resolve, reject });
      setTimeout(() => this.#settle(requestId)?.reject(failure('core_timeout')), answerWithinMs);
      line.channel.send(JSON.stringify({ ...request, requestId }));
    });
  }

  async #open(grant: LocalGrant): Promise<Line> {
    const peer = new RTCPeerConnection({ iceServers: [] });
    this.#peer = peer;
    const channel = peer.createDataChannel(localChannel, { ordered: true });
    try {
      const offer = await peer.createOffer();
      await peer.setLocalDescription(offer);
      const sdp = endpointAnswer(offer.sdp ?? '', grant.door, randomName());
      if (sdp === null) throw failure('core_offline');
      const welcome = this.#welcome(peer, channel, grant.token);
      await peer.setRemoteDescription({ type: 'answer', sdp });
      await welcome;
      return { channel, token: grant.token };
    } catch (thrown) {
      if (this.#peer === peer) this.#lose('core_offline');
      throw thrown instanceof ApiError ? thrown : failure('core_offline');
    }
  }

  /** Resolves once the core accepted the grant; from then on its messages are answers. */
  #welcome(peer: RTCPeerConnection, channel: RTCDataChannel, token: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const lose = (code: ErrorCode): void => {
        clearTimeout(timer);
        reject(failure(code));
        // One that was given up must not end its successor.
        if (this.#peer === peer) this.#lose(code);
      };
      const timer = setTimeout(() => lose('core_offline'), openWithinMs);
      channel.onopen = () => channel.send(JSON.stringify({ type: 'grant', token } satisfies ToEndpoint));
      channel.onclose = () => lose('core_offline');
      peer.onconnectionstatechange = () => {
        if (peer.connectionState === 'failed') lose('core_offline');
      };
      channel.onmessage = ({ data }) => {
        const message = JSON.parse(String(data)) as FromEndpoint;
        if (message.type === 'refused') return lose(message.code);
        if (message.type === 'answer') return this.#settle(message.requestId)?.resolve(message.lease);
        if (message.type === 'failed') return this.#settle(message.requestId)?.reject(failure(message.code));
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #settle(requestId: number): Waiting | undefined {
    const waiting = this.#waiting.get(requestId);
    this.#waiting.delete(requestId);
    return waiting;
  }

  #lose(code: ErrorCode): void {
    this.#peer?.close();
    this.#peer = null;
    this.#line = null;
    this.#leases.clear();
    for (const requestId of this.#waiting.keys()) this.#settle(requestId)?.reject(failure(code));
  }
}
