import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { ThumbnailKind } from '@sightline/contracts/events/event';
import { linkPath, linkProofText, type LinkFromEdge, type LinkFromServer } from '@sightline/contracts/link/link';
import type { EdgeCommandInput, EdgeCommandName, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { contentHashText, firstSyncedKinds, type CameraConfig } from '@sightline/contracts/link/link-operations';
import { syncedKinds } from '@sightline/contracts/link/synced-kinds';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** Refuses a command of the server with a code of the catalogue. */
export class CommandRefusal extends Error {
  override name = 'CommandRefusal';
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}

/** A picture of an event, as JPEG. */
export interface SimulatedPicture {
  eventId: string;
  cameraId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
  jpeg: Uint8Array;
}

type Message<T extends LinkFromServer['type']> = Extract<LinkFromServer, { type: T }>;
type Answer = (body: never) => unknown;

interface Identity {
  server: string;
  edgeId: string;
  privateKey: KeyObject;
}

const heartbeatMs = 5000;
const waitMs = 10_000;

/**
 * A core as the server sees it, without cameras behind it: it claims a code, holds one link, applies what it is told,
 * reports records and pictures, and answers commands as it was told to. Unanswered commands are refused.
 */
export class SimulatedEdge {
  readonly edgeId: string;
  /** What the server wants of each camera, by id. */
  readonly cameras = new Map<string, CameraConfig>();
  readonly #identity: Identity;
  readonly #epoch = randomUUID();
  readonly #instanceId = randomUUID();
  readonly #held = new Map<string, { kind: string; id: string; revision: number }>();
  readonly #answers = new Map<EdgeCommandName, Answer>();
  readonly #heard = new Set<(message: LinkFromServer) => void>();
  #socket: WebSocket | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #sequence = 0;
  #acked = 0;
  #lastOperation = 0;

  private constructor(identity: Identity) {
    this.#identity = identity;
    this.edgeId = identity.edgeId;
  }

  /** Exchanges a claim code for an identity, as a new core does. `server` is the address of the server. */
  static async claim(server: string, code: string): Promise<SimulatedEdge> {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ format: 'jwk' }).x ?? '';
    const answer = await fetch(new URL(edgesCalls.claim.path, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, publicKey: key, version: 'simulated', hostname: 'simulated' }),
    });
    if (!answer.ok) throw new Error(`the claim was refused: ${await answer.text()}`);
    const { edgeId } = edgesCalls.claim.output.parse(await answer.json());
    return new SimulatedEdge({ server, edgeId, privateKey });
  }

  /** Dials and waits until the server welcomes it. It takes what it is told of these kinds; older cores know cameras only. */
  async connect(capabilities: readonly string[], kinds = firstSyncedKinds): Promise<void> {
    const socket = new WebSocket(`${this.#identity.server.replace(/^http/, 'ws')}${linkPath}`);
    this.#socket = socket;
    const challenge = this.#next('challenge');
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as LinkFromServer));
    const { nonce } = await challenge;
    const welcome = this.#next('welcome');
    this.#send({
      type: 'hello',
      protocolMin: 1,
      protocolMax: 1,
      edgeId: this.edgeId,
      version: 'simulated',
      epoch: this.#epoch,
      lastSequence: this.#sequence,
      lastOperation: this.#lastOperation,
      capabilities: [...capabilities],
      syncedKinds: [...kinds],
      clockUtcMs: Date.now(),
      instanceId: this.#instanceId,
      signature: sign(null, Buffer.from(linkProofText(this.edgeId, nonce)), this.#identity.privateKey).toString(
        'base64url',
      ),
    });
    await welcome;
    this.#beat();
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs);
  }

  /** Hangs up; `connect` may be called again. */
  disconnect(): void {
    clearInterval(this.#heartbeat);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Answers every command of one name from now on. Throw {@link CommandRefusal} to refuse it. */
  answer<N extends EdgeCommandName>(command: N, reply: (body: EdgeCommandInput<N>) => EdgeCommandOutput<N>): void {
    this.#answers.set(command, reply as Answer);
  }

  /** Reports records and waits until the server keeps them. */
  async report(bodies: readonly EdgeRecordBody[]): Promise<void> {
    const records = bodies.map((body) => ({ sequence: (this.#sequence += 1), atUtcMs: Date.now(), body }));
    const last = this.#sequence;
    this.#send({ type: 'records', epoch: this.#epoch, records });
    if (this.#acked < last) await this.#next('ack', ({ sequence }) => sequence >= last);
  }

  /** Sends a picture and waits until the server keeps it; answers what it said. */
  async sendPicture({ jpeg, ...picture }: SimulatedPicture): Promise<Message<'thumbnailAck'>['outcome']> {
    const told = this.#next(
      'thumbnailAck',
      ({ eventId, kind }) => eventId === picture.eventId && kind === picture.kind,
    );
    this.#send({ type: 'thumbnail', ...picture, jpeg: Buffer.from(jpeg).toString('base64') });
    return (await told).outcome;
  }

  /** Says that every stream of a camera is online and recorded. */
  async reportOnline(cameraId: string): Promise<void> {
    const camera = await this.#configOf(cameraId);
    const status = { state: 'online' as const, cause: null, sinceUtcMs: Date.now() };
    const format = {
      videoCodec: 'h264' as const,
      width: 1280,
      height: 720,
      fps: 15,
      bitrateKbps: 2000,
      gopMs: 2000,
      hasBFrames: false,
      audioCodec: null,
    };
    await this.report(
      camera.streams.map(({ id }) => ({
        kind: 'streamStatus' as const,
        cameraId,
        streamId: id,
        status,
        format,
        isRecording: true,
        recordingCause: null,
      })),
    );
  }

  async #configOf(cameraId: string): Promise<CameraConfig> {
    const known = this.cameras.get(cameraId);
    if (known) return known;
    await this.#next('operation', ({ operation }) => operation.entityId === cameraId);
    return this.#configOf(cameraId);
  }

  #receive(message: LinkFromServer): void {
    if (message.type === 'operation') this.#apply(message);
    if (message.type === 'request') this.#reply(message);
    if (message.type === 'ack') this.#acked = message.sequence;
    for (const hear of this.#heard) hear(message);
  }

  #apply({ operation: { sequence, entity: kind, entityId: id, revision, desired } }: Message<'operation'>): void {
    this.#lastOperation = sequence;
    const key = `${kind} ${id}`;
    if (desired) {
      if (kind === 'camera') this.cameras.set(id, syncedKinds.camera.parse(desired));
      this.#held.set(key, { kind, id, revision });
    } else {
      this.cameras.delete(id);
      this.#held.delete(key);
    }
    const text = contentHashText([...this.#held.values()]);
    this.#send({ type: 'applied', sequence, contentHash: createHash('sha256').update(text).digest('hex') });
  }

  #reply({ requestId, command, body }: Message<'request'>): void {
    try {
      const answer = this.#answers.get(command);
      if (!answer) throw new CommandRefusal('stream_offline');
      this.#send({ type: 'reply', requestId, ok: true, body: answer(body as never) });
    } catch (error) {
      if (!(error instanceof CommandRefusal)) throw error;
      this.#send({ type: 'failure', requestId, code: error.code, data: {} });
    }
  }

  #beat(): void {
    const health = {
      cpuShare: 0.2,
      memoryBytes: 4e8,
      memoryTotalBytes: 4e9,
      diskFreeBytes: 5e11,
      diskTotalBytes: 1e12,
      uptimeMs: 60_000,
    };
    this.#send({ type: 'heartbeat', sentAtUtcMs: Date.now(), clockOffsetMs: 0, health, outboxDepth: 0 });
  }

  #send(message: LinkFromEdge): void {
    if (!this.#socket) throw new Error('this core has no link');
    this.#socket.send(JSON.stringify(message));
  }

  #next<T extends LinkFromServer['type']>(
    type: T,
    test: (message: Message<T>) => boolean = () => true,
  ): Promise<Message<T>> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#heard.delete(hear);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`the server sent no ${type}`));
      }, waitMs);
      const hear = (message: LinkFromServer): void => {
        if (message.type === 'refused') {
          end();
          reject(new Error(`the server refused the link: ${message.code}`));
        } else if (message.type === type && test(message as Message<T>)) {
          end();
          resolve(message as Message<T>);
        }
      };
      this.#heard.add(hear);
    });
  }
}
