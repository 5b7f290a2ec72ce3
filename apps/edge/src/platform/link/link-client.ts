import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { firstSyncedKinds, type Operation } from '@sightline/contracts/link/link-operations';
import type { LocalEndpointFacts } from '@sightline/contracts/local-grants/local-grant';
import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';
import {
  heartbeatMs,
  linkFromServer,
  linkMessageBytes,
  linkPath,
  linkProofText,
  linkProtocol,
} from '@sightline/contracts/link/link';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import { Backoff } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { lanAddresses } from '../lan-addresses.ts';
import type { Log } from '../log/log.ts';
import type { Outbox } from '../store/outbox.ts';
import { ClockOffset } from './clock-offset.ts';
import type { EdgeIdentity } from './edge-identity.ts';
import { OutboxSender } from './outbox-sender.ts';
import type { ThumbnailQueue } from './thumbnail-sender.ts';
import { ThumbnailSender } from './thumbnail-sender.ts';

export interface LinkOptions {
  serverUrl: string;
  edgeId: string;
  /** Names the count of the outbox; another one begins when the server knows more of it than this core does. */
  epoch: string;
  newEpoch: () => string;
  instanceId: string;
  version: string;
  capabilities: () => string[];
  identity: Pick<EdgeIdentity, 'sign' | 'ageMs' | 'prepareRotation' | 'completeRotation' | 'tryInterruptedRotation'>;
  outbox: Outbox;
  /** Pictures of events that wait for the server. */
  thumbnails: ThumbnailQueue;
  clock: Clock;
  log: Log;
  /** Opens the connection; a WebSocket unless said otherwise. */
  dial?: (url: URL) => LinkSocket;
  health: () => Promise<EdgeHealth>;
  /** The door of this core for its own network, null while it is shut. */
  localEndpointFacts: () => LocalEndpointFacts | null;
  lastOperation: () => number;
  /** Hash of what this core holds. */
  contentHash: () => string;
  /** Kinds of entities that this core takes operations of. */
  syncedKinds: () => string[];
  /** Takes the kinds that the server knows; answers whether `contentHash` is another one because of them. */
  onServerKinds?: (kinds: readonly string[]) => boolean;
  /** Applies an operation; answers the content hash afterwards, or null when it could not be applied: the server then hears nothing. */
  onOperation: (operation: Operation) => string | null;
  onRequest: (command: string, body: unknown, timeoutMs: number) => Promise<unknown>;
  /** The times of what waits may still be put right: nothing of it is sent. Asked again a few times a minute. */
  isHeld?: () => boolean;
  /** What time it is by the server, a few times a minute. */
  onServerTime?: (serverUtcMs: number) => void;
  onConnected?: (welcome: LinkFromServer & { type: 'welcome' }) => void;
  /** The server refused this core; it tries again slowly, unless the owner stops it. */
  onRefused?: (code: ErrorCode) => void;
}

type LinkSocket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'terminate' | 'on'>;

const dialWebSocket = (url: URL): LinkSocket =>
  new WebSocket(url, { maxPayload: linkMessageBytes * 2, handshakeTimeout: 10_000, perMessageDeflate: false });

/** A key is replaced when it gets this old. */
const keyLifeMs = 30 * 86_400_000;

/** A link that says nothing for this long is dead, whatever TCP believes. */
const silenceLimitMs = 20_000;

/** A link that lasted this long, or on which something was acknowledged, is good; one that ends sooner is tried again less and less often. */
const goodLinkMs = 10_000;

/** The one outbound connection of a core to its server. The edge dials, the server never does. */
export class LinkClient {
  readonly #options: LinkOptions;
  readonly #backoff = new Backoff({ firstMs: 500, limitMs: 30_000 });
  readonly #offset = new ClockOffset();
  readonly #sender: OutboxSender;
  readonly #thumbnails: ThumbnailSender;
  #socket: LinkSocket | null = null;
  #timers: NodeJS.Timeout[] = [];
  #reconnectTimer: NodeJS.Timeout | null = null;
  #heardAtMs = 0;
  #welcomedAtMs = 0;
  #stopped = true;
  #welcomed = false;
  /** The last welcome ended in a new link, because what this core had said of itself was not meant for that server. */
  #beganAnew = false;
  #epoch: string;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#epoch = options.epoch;
    this.#sender = new OutboxSender(options.outbox, {
      send: (records) => this.#send({ type: 'records', epoch: this.#epoch, records }),
      nowMs: () => performance.now(),
      isHeld: () => options.isHeld?.() ?? false,
    });
    this.#thumbnails = new ThumbnailSender(options.thumbnails, (message) => this.#send(message));
  }

  get isConnected(): boolean {
    return this.#welcomed;
  }

  get clockOffsetMs(): number | null {
    return this.#offset.offsetMs;
  }

  start(): void {
    this.#stopped = false;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#socket?.close(1000);
    this.#dropped();
    this.#sender.dispose();
    this.#thumbnails.dispose();
  }

  /** What this core can do has changed. */
  notifyCapabilities(): void {
    if (this.#welcomed) this.#send({ type: 'capabilities', capabilities: this.#options.capabilities() });
  }

  #rotateOldKey(): void {
    try {
      if (this.#options.identity.ageMs(this.#options.clock.nowUtcMs()) > keyLifeMs) this.rotateKey();
    } catch (error) {
      // A full disk: the old key still opens the door, and the next connection tries again.
      this.#options.log.warn({ detail: String(error) }, 'no new key could be made');
    }
  }

  /** Asks the server to take a new key; the old one ends when it answers. */
  rotateKey(): void {
    this.#send({ type: 'rotateKey', ...this.#options.identity.prepareRotation() });
  }

  #connect(): void {
    const url = new URL(linkPath, this.#options.serverUrl);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = (this.#options.dial ?? dialWebSocket)(url);
    this.#socket = socket;
    this.#heardAtMs = performance.now();
    socket.on('message', (data, isBinary) => {
      if (socket !== this.#socket || isBinary) return;
      this.#heardAtMs = performance.now();
      this.#receive(messageText(data));
    });
    socket.on('error', (error) => this.#options.log.debug({ detail: error.message }, 'link error'));
    socket.on('close', () => {
      if (socket !== this.#socket) return;
      this.#dropped();
      this.#scheduleReconnect();
    });
    this.#timers.push(setInterval(() => this.#checkSilence(), 1_000));
  }

  #scheduleReconnect(): void {
    if (this.#stopped) return;
    const waitMs = this.#backoff.next();
    this.#options.log.info({ waitMs: Math.round(waitMs) }, 'link is down, trying again');
    this.#reconnectTimer = setTimeout(() => this.#connect(), waitMs);
  }

  #dropped(): void {
    if (this.#welcomed && performance.now() - this.#welcomedAtMs >= goodLinkMs) this.#backoff.reset();
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
    this.#socket = null;
    this.#welcomed = false;
    this.#sender.pause();
    this.#thumbnails.pause();
  }

  #checkSilence(): void {
    if (performance.now() - this.#heardAtMs > silenceLimitMs) this.#socket?.terminate();
  }

  #send(message: LinkFromEdge): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      this.#options.log.warn('server sent a message that is not JSON');
      return;
    }
    const parsed = linkFromServer.safeParse(json);
    // A newer server may say things that this version does not know; they are not meant for it.
    if (!parsed.success)
      this.#options.log.warn({ issues: parsed.error.issues.slice(0, 3) }, 'unknown message of the server');
    else this.#attempt(parsed.data);
  }

  // A full disk may refuse what the server says: the link begins anew, and the server says it again.
  #attempt(message: LinkFromServer): void {
    try {
      this.#handle(message);
    } catch (error) {
      this.#options.log.error(
        { message: message.type, detail: String(error) },
        'a message of the server could not be kept',
      );
      this.#socket?.terminate();
    }
  }

  #handle(message: LinkFromServer): void {
    if (message.type === 'challenge') this.#hello(message.nonce);
    else if (message.type === 'welcome') this.#welcome(message);
    else if (message.type === 'refused') this.#refused(message.code);
    else if (message.type === 'heartbeatAck') {
      this.#offset.add({
        sentMs: message.sentAtUtcMs,
        receivedMs: this.#options.clock.nowUtcMs(),
        serverMs: message.serverUtcMs,
      });
      this.#options.onServerTime?.(message.serverUtcMs);
      this.#sender.pump();
    } else if (message.type === 'ack') {
      if (message.epoch !== this.#epoch) return;
      this.#backoff.reset();
      this.#sender.acknowledged(message);
      this.#thumbnails.pump();
    } else if (message.type === 'thumbnailAck') this.#thumbnails.answered(message);
    else if (message.type === 'operation') this.#operate(message.operation);
    else if (message.type === 'request') void this.#answer(message);
    else this.#options.identity.completeRotation();
  }

  #hello(nonce: string): void {
    const { edgeId, version, outbox, identity, clock, instanceId } = this.#options;
    this.#send({
      type: 'hello',
      protocolMin: linkProtocol.min,
      protocolMax: linkProtocol.max,
      edgeId,
      version,
      epoch: this.#epoch,
      lastSequence: outbox.lastSequence(),
      lastOperation: this.#options.lastOperation(),
      contentHash: this.#options.contentHash(),
      capabilities: this.#options.capabilities(),
      syncedKinds: this.#options.syncedKinds(),
      clockUtcMs: clock.nowUtcMs(),
      instanceId,
      signature: identity.sign(linkProofText(edgeId, nonce)),
      lanAddresses: lanAddresses(),
    });
  }

  /** What was counted on one side is not known on the other: one of the two was brought back from a copy. */
  #isAnotherCount({ ackedSequence }: LinkFromServer & { type: 'welcome' }): boolean {
    const { outbox } = this.#options;
    const forgotten = Math.min(outbox.acknowledgedSequence(), outbox.lastSequence());
    return ackedSequence > outbox.sentSequence() || ackedSequence < forgotten;
  }

  #welcome(message: LinkFromServer & { type: 'welcome' }): void {
    // What a copy counted since it was brought back the server would take for old news, or wait for what is gone.
    if (this.#isAnotherCount(message)) {
      this.#options.log.warn(
        { ackedSequence: message.ackedSequence },
        'the server knows other records than this core sent: counting anew',
      );
      // What was sent before the copy was made is the same on both sides.
      this.#options.outbox.acknowledge(Math.min(message.ackedSequence, this.#options.outbox.sentSequence()));
      this.#epoch = this.#options.newEpoch();
      this.#beginAnew();
      return;
    }
    const { syncedKinds = firstSyncedKinds } = message;
    // Its hello held what this server cannot know. Once: behind one address there may be servers of two versions.
    if (this.#options.onServerKinds?.(syncedKinds) === true && !this.#beganAnew) {
      this.#options.log.info({ syncedKinds }, 'the server knows other kinds of entities: beginning anew');
      this.#beginAnew();
      return;
    }
    this.#welcomed = true;
    this.#beganAnew = false;
    this.#welcomedAtMs = performance.now();
    this.#offset.reset();
    this.#options.log.info({ protocol: message.protocol, ackedSequence: message.ackedSequence }, 'link is up');
    this.#sender.resume(message.ackedSequence);
    this.#thumbnails.resume();
    void this.#heartbeat();
    this.#timers.push(setInterval(() => void this.#heartbeat(), heartbeatMs));
    this.#rotateOldKey();
    this.#options.onConnected?.(message);
  }

  #beginAnew(): void {
    // The server is there: nobody waits for it. Once, or a server that never knows the new count would be dialled without end.
    if (!this.#beganAnew) this.#backoff.reset();
    this.#beganAnew = true;
    this.#socket?.close(1000);
  }

  #refused(code: ErrorCode): void {
    this.#options.log.error({ reason: code }, 'the server refused this core');
    if (code === 'core_revoked' && this.#options.identity.tryInterruptedRotation()) return;
    this.#options.onRefused?.(code);
  }

  async #heartbeat(): Promise<void> {
    const health = await this.#options.health();
    // Stopped or dropped while it was measured: the store may be closed.
    if (!this.#welcomed) return;
    const sentAtUtcMs = this.#options.clock.nowUtcMs();
    this.#sender.retryOverdue();
    this.#send({
      type: 'heartbeat',
      sentAtUtcMs,
      clockOffsetMs: this.#offset.offsetMs,
      health,
      outboxDepth: this.#options.outbox.depth(),
      localDoor: this.#options.localEndpointFacts(),
    });
  }

  #operate(operation: Operation): void {
    const contentHash = this.#options.onOperation(operation);
    if (contentHash === null) {
      const { sequence, entity, entityId, revision } = operation;
      this.#options.log.error({ sequence, entity, entityId, revision }, 'an operation of the server is refused');
      return;
    }
    this.#send({ type: 'applied', sequence: operation.sequence, contentHash });
  }

  async #answer(message: LinkFromServer & { type: 'request' }): Promise<void> {
    const { requestId } = message;
    try {
      const body = await this.#options.onRequest(message.command, message.body, message.timeoutMs);
      this.#send({ type: 'reply', requestId, ok: true, body });
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError('internal');
      if (!(error instanceof AppError))
        this.#options.log.error({ command: message.command, detail: String(error) }, 'request failed');
      this.#send({ type: 'failure', requestId, code: known.code, data: known.data });
    }
  }
}

function messageText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}
