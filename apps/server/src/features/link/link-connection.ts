import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';
import type { EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import type { LocalEndpointFacts } from '@sightline/contracts/local-grants/local-grant';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { PatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import { startPatientTimeout } from '@sightline/node-io/timers/patient-timeout';
import type { RawData, WebSocket } from 'ws';
import { isDatabaseAway } from '../../platform/database/database.ts';
import { isDiskFull } from '../../platform/disk/disk-full.ts';
import type { EdgeNetwork } from '../../platform/link/edge-networks.ts';
import type { Log } from '../../platform/log/log.ts';
import { bytesOf, parseMessage, textOf } from './link-messages.ts';
import { commonProtocol, isSignedBy, provesIdentity } from './link-proof.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { RefusedRecord } from './link-records.service.ts';
import { LinkRefusals } from './link-refusals.ts';
import { LinkRequests } from './link-requests.ts';
import type { EdgeRef } from './link.repository.ts';
import type { LinkService } from './link.service.ts';

const helloTimeoutMs = 10_000;
const silenceLimitMs = 15_000;
const maxViolations = 5;
/** Messages that may wait for the database; beyond it the socket is not read, so that a flood fills the sender's buffers. */
const maxWaiting = 64;
const maxWaitingBytes = 8_388_608;
/** A core that asks and does not read: what is kept for it to read has an end. Everything wanted of thousands of cameras fits. */
const maxUnreadBytes = 67_108_864;
/** Signs of life come every few seconds, and what a core can do changes seldom: more of them would only make the screens busy. */
const seldom = { burst: 60, everyMs: 1_000 };

export interface LinkConnectionDeps {
  service: LinkService;
  /** From where the link comes. */
  address: string;
  log: Log;
  clock: () => number;
  onViolation: (reason: string) => void;
  onRecords: (count: number) => void;
  onRefused: (refused: readonly RefusedRecord[]) => void;
  /** Where the core can be reached in its own network has changed. */
  onNetwork: (connection: LinkConnection) => void;
  /** What the core holds is not what is wanted of it. Once per link: one that cannot be put right is not asked without end. */
  onDiffers: (place: EdgeRef) => void;
  /** It has shown which core it is. */
  onProven: () => void;
  /** Asked before the welcome: whether this instance may have the link. */
  admit: (connection: LinkConnection) => Promise<LinkAdmission>;
  /** Whether no newer connection of the same core has the link: what a core said before counts for nothing then. */
  isLatest: (connection: LinkConnection) => boolean;
  onClosed: (connection: LinkConnection) => void;
  /** Waits, ms; tests do not. */
  sleep?: (ms: number) => Promise<unknown>;
}

/** `late`: a newer connection of the same core was there first. */
export type LinkAdmission = 'admitted' | 'cloned' | 'late';

/** One link of one core: from challenge to close. Messages are handled one after another, in order. */
export class LinkConnection {
  readonly #socket: WebSocket;
  readonly #deps: LinkConnectionDeps;
  readonly #nonce = randomBytes(24).toString('base64url');
  readonly #requests = new LinkRequests();
  #place: EdgeRef | null = null;
  #publicKey = '';
  #instanceId = '';
  #epoch = '';
  #lanAddresses: readonly string[] = [];
  #localEndpointFacts: LocalEndpointFacts | null | undefined;
  #sentOperation = 0;
  #sending: Promise<void> = Promise.resolve();
  #handling: Promise<void> = Promise.resolve();
  #waiting = 0;
  #waitingBytes = 0;
  readonly #beats = new RateLimiter({ ...seldom, nowMs: () => performance.now() });
  readonly #changes = new RateLimiter({ ...seldom, nowMs: () => performance.now() });
  #violations = 0;
  readonly #refusals: LinkRefusals;
  readonly #isLatest = (): boolean => this.#deps.isLatest(this);
  #isWelcomed = false;
  #isCompared = false;
  #isClosed = false;
  #isRefused = false;
  #silence: PatientTimeout;

  constructor(socket: WebSocket, deps: LinkConnectionDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#refusals = new LinkRefusals(deps.log);
    this.#silence = startPatientTimeout(() => this.#end('core_timeout'), helloTimeoutMs);
    socket.on('error', (error) => deps.log.debug({ err: error }, 'link error'));
    socket.on('close', () => this.#closed());
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    this.#send({ type: 'challenge', nonce: this.#nonce });
  }

  get edgeId(): string {
    return this.#place?.edgeId ?? '';
  }

  get organizationId(): string {
    return this.#place?.organizationId ?? '';
  }

  get instanceId(): string {
    return this.#instanceId;
  }

  get network(): EdgeNetwork {
    const { address: publicAddress } = this.#deps;
    const network = { organizationId: this.organizationId, publicAddress, lanAddresses: this.#lanAddresses };
    return this.#localEndpointFacts === undefined ? network : { ...network, door: this.#localEndpointFacts };
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Asks the core; rejects with what it answers, `core_timeout` or `core_offline`. */
  request(command: EdgeCommandName, body: unknown, timeoutMs: number): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new AppError('core_offline'));
    return this.#requests.ask(command, timeoutMs, (requestId) =>
      this.#send({ type: 'request', requestId, command, body, timeoutMs }),
    );
  }

  /** Tells the core what it should know and does not know yet. */
  sendOperations(): void {
    this.#sending = this.#sending
      .then(async () => {
        for (let isMore = true; isMore && this.#place !== null && !this.#isClosed;)
          isMore = await this.#sendSomeOperations(this.#place);
      })
      // Asked again at the next change, at the next sweep and at the next hello.
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'operations could not be sent'));
  }

  /** Answers whether there are more. */
  async #sendSomeOperations(place: EdgeRef): Promise<boolean> {
    const { operations, reached, isMore } = await this.#deps.service.operationsToSend(place, this.#sentOperation);
    for (const operation of operations) this.#send({ type: 'operation', operation });
    this.#sentOperation = reached;
    return isMore;
  }

  /** Ends the link when the key that opened it does not count any more: revoked, deleted, or claimed anew. */
  checkIdentity(): void {
    this.#deps.service.findIdentity(this.edgeId).then(
      (identity) => {
        if (!identity || identity.revokedAt !== null || identity.publicKey !== this.#publicKey)
          this.refuse('core_revoked');
      },
      (error: unknown) => this.#failed(error),
    );
  }

  /** Ends the link; the core reads why, and is not heard any more. */
  refuse(code: ErrorCode): void {
    this.#isRefused = true;
    this.#send({ type: 'refused', code });
    this.#socket.close(4000, code);
    setTimeout(() => this.#socket.terminate(), 1_000).unref();
  }

  /** Ends the link without a word: the server stops. */
  close(): void {
    this.#socket.close(1001);
    setTimeout(() => this.#socket.terminate(), 500).unref();
  }

  #send(message: LinkFromServer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxUnreadBytes) return this.#end('core_timeout');
    this.#socket.send(JSON.stringify(message));
  }

  #end(code: ErrorCode): void {
    this.#deps.log.info({ edgeId: this.edgeId, code }, 'a core fell silent');
    this.#socket.terminate();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#silence.stop();
    this.#requests.end();
    this.#refusals.flush(this.edgeId);
    this.#deps.onClosed(this);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#place !== null) this.#silence.refresh();
    const bytes = bytesOf(data);
    this.#waiting += 1;
    this.#waitingBytes += bytes;
    if (this.#isFull()) this.#socket.pause();
    this.#handling = this.#handling
      .then(() =>
        this.#isClosed || this.#isRefused || this.#isSuperseded() ? undefined : this.#handle(data, isBinary),
      )
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#waiting -= 1;
        this.#waitingBytes -= bytes;
        if (!this.#isFull() && this.#socket.isPaused) this.#socket.resume();
      });
  }

  #isFull(): boolean {
    return this.#waiting >= maxWaiting || this.#waitingBytes >= maxWaitingBytes;
  }

  /** Only while it had the link at all: before, nothing of it counts anyway. */
  #isSuperseded(): boolean {
    return this.#place !== null && !this.#deps.isLatest(this);
  }

  #failed(error: unknown): void {
    if (this.#isSuperseded()) return this.#socket.terminate();
    // The core sends again what nobody answers, pictures too; live views and commands go over this link meanwhile.
    const facts = { err: error, edgeId: this.edgeId };
    if (this.#isWelcomed && isDiskFull(error))
      return this.#deps.log.error(facts, 'the disk of the server is full: what a core said waits');
    // Nothing was acknowledged, so nothing is lost: the core comes back and sends it again.
    this.#deps.log.error(
      facts,
      isDatabaseAway(error) ? 'the database is away, the link is ended' : 'a message of a core could not be handled',
    );
    this.#socket.terminate();
  }

  async #handle(data: RawData, isBinary: boolean): Promise<void> {
    const message = isBinary ? null : parseMessage(textOf(data));
    if (message === null) return this.#violate('schema');
    if (message.type === 'hello') return this.#place === null ? this.#hello(message) : this.#violate('second_hello');
    if (this.#place === null) return this.#violate('before_hello');
    switch (message.type) {
      case 'heartbeat':
        return this.#heartbeat(this.#place, message);
      case 'records':
        return this.#records(this.#place, message);
      case 'applied':
        return this.#applied(this.#place, message);
      case 'capabilities':
        return this.#capabilities(this.#place, message.capabilities);
      case 'thumbnail':
        return this.#send({ type: 'thumbnailAck', ...(await this.#deps.service.keepThumbnail(this.#place, message)) });
      case 'rotateKey':
        return this.#rotateKey(this.#place, message);
      case 'reply':
      case 'failure':
        return this.#requests.take(message) ? undefined : this.#violate('reply');
    }
  }

  #violate(reason: string): void {
    this.#violations += 1;
    this.#deps.onViolation(reason);
    this.#deps.log.warn(
      { edgeId: this.edgeId, reason, code: 'link_message_invalid', violations: this.#violations },
      'a core broke the protocol',
    );
    if (this.#place === null || this.#violations >= maxViolations) this.refuse('link_message_invalid');
  }

  async #hello(hello: Extract<LinkFromEdge, { type: 'hello' }>): Promise<void> {
    const protocol = commonProtocol(hello);
    if (protocol === null) return this.refuse('core_protocol_unsupported');
    const identity = await this.#deps.service.findIdentity(hello.edgeId);
    // An unknown core, a revoked one and a wrong key read the same, so that nobody learns which cores exist.
    if (
      !identity ||
      identity.revokedAt !== null ||
      !provesIdentity(identity.publicKey, { ...hello, nonce: this.#nonce })
    ) {
      this.#deps.log.warn({ edgeId: hello.edgeId }, 'a core without a valid key was refused');
      return this.refuse('core_revoked');
    }
    this.#deps.onProven();
    this.#publicKey = identity.publicKey;
    this.#instanceId = hello.instanceId;
    this.#epoch = hello.epoch;
    this.#lanAddresses = hello.lanAddresses ?? [];
    this.#place = { organizationId: identity.organizationId, edgeId: hello.edgeId };
    const admission = await this.#deps.admit(this);
    if (admission === 'cloned') return this.refuse('core_cloned');
    // The core itself gave this connection up: nobody listens, and nothing is the matter.
    if (admission === 'late') return this.#socket.terminate();
    const welcomed = await this.#deps.service.welcome(this.#place, hello, this.#isLatest);
    if (!welcomed) return this.refuse('core_revoked');
    this.#silence.stop();
    this.#silence = startPatientTimeout(() => this.#end('core_timeout'), silenceLimitMs);
    const { name, ackedSequence, isToCompare, adopted } = welcomed;
    this.#send({
      type: 'welcome',
      protocol,
      serverUtcMs: this.#deps.clock(),
      ackedSequence,
      organizationId: identity.organizationId,
      name,
      syncedKinds: Object.keys(syncedKinds),
    });
    this.#isWelcomed = true;
    this.#sentOperation = hello.lastOperation;
    this.sendOperations();
    if (isToCompare) this.#compare(this.#place);
    for (const cameraId of adopted) this.#release(this.#place, cameraId);
  }

  #release(place: EdgeRef, cameraId: string): void {
    const { service, log } = this.#deps;
    service
      .release(place, cameraId)
      .catch((error: unknown) => log.error({ err: error, cameraId }, 'what a core said of an adopted camera waits'));
  }

  async #heartbeat(place: EdgeRef, message: Extract<LinkFromEdge, { type: 'heartbeat' }>): Promise<void> {
    const serverUtcMs = this.#deps.clock();
    this.#send({ type: 'heartbeatAck', sentAtUtcMs: message.sentAtUtcMs, serverUtcMs });
    if (!this.#beats.take()) return;
    const { health, outboxDepth, clockOffsetMs, localDoor: localEndpointFacts } = message;
    if (JSON.stringify(localEndpointFacts) !== JSON.stringify(this.#localEndpointFacts)) {
      this.#localEndpointFacts = localEndpointFacts;
      this.#deps.onNetwork(this);
    }
    await this.#deps.service.heartbeat(place, {
      health,
      outboxDepth,
      clockOffsetMs: clockOffsetMs ?? message.sentAtUtcMs - serverUtcMs,
    });
  }

  /** The last word counts, so none is left out: the next message waits. */
  async #capabilities(place: EdgeRef, capabilities: string[]): Promise<void> {
    const waitMs = this.#changes.owe();
    if (waitMs > 0) await (this.#deps.sleep ?? sleep)(waitMs);
    // Meanwhile the core may have come by another link, and said anew what it can do.
    if (this.#isClosed || this.#isRefused || this.#isSuperseded()) return;
    await this.#deps.service.setCapabilities(place, capabilities);
  }

  async #records(place: EdgeRef, message: Extract<LinkFromEdge, { type: 'records' }>): Promise<void> {
    if (message.epoch !== this.#epoch) return this.#violate('epoch');
    const result = await this.#deps.service.applyRecords(place, message, this.#isLatest);
    this.#deps.onRecords(result.applied);
    // After a hole everything that comes after it is asked for.
    this.#send({ type: 'ack', epoch: message.epoch, sequence: result.sequence, isBehind: result.hasGap });
    this.#noteRefused(result.refused);
    if (result.hasGap) this.#violate('sequence_gap');
    if (result.foreign > 0) this.#noteForeign(result.foreign);
  }

  /** Counted, and no reason to end the link: a server that was brought back from a copy may be the one who is wrong. */
  #noteForeign(count: number): void {
    this.#deps.onViolation('foreign_entity');
    this.#noteRefused(Array.from({ length: count }, () => ({ sequence: 0, reason: 'foreign' })));
  }

  /** A record that cannot be true is passed over; the core goes on, because sending it again would change nothing. */
  #noteRefused(refused: readonly RefusedRecord[]): void {
    if (refused.length === 0) return;
    this.#deps.onRefused(refused);
    this.#refusals.note(this.edgeId, refused);
  }

  async #applied(place: EdgeRef, message: Extract<LinkFromEdge, { type: 'applied' }>): Promise<void> {
    if (message.sequence > this.#sentOperation) return this.#violate('applied_unknown');
    const { matches } = await this.#deps.service.applied(place, message, this.#isLatest);
    if (matches) return;
    this.#deps.log.warn(
      { edgeId: this.edgeId, sequence: message.sequence },
      'a core holds other content than it should',
    );
    this.#compare(place);
  }

  #compare(place: EdgeRef): void {
    if (this.#isCompared) return;
    this.#isCompared = true;
    this.#deps.onDiffers(place);
  }

  async #rotateKey(place: EdgeRef, message: Extract<LinkFromEdge, { type: 'rotateKey' }>): Promise<void> {
    if (!isSignedBy(this.#publicKey, message.publicKey, message.signature)) return this.#violate('rotation_proof');
    if (!(await this.#deps.service.replaceKey(place.edgeId, { from: this.#publicKey, to: message.publicKey })))
      return this.refuse('core_revoked');
    this.#publicKey = message.publicKey;
    this.#send({ type: 'keyRotated' });
  }
}
