import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { linkPath, linkProofText, type LinkFromServer } from '@sightline/contracts/link/link';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { WebSocket } from 'ws';
import type { TestPerson, TestServer } from '../test-server.ts';
import { newId } from '../../src/platform/ids/ids.ts';

type Message<T extends LinkFromServer['type']> = Extract<LinkFromServer, { type: T }>;

/** A core as a test plays it: its key, its identity, and one link at a time over a real WebSocket. */
export class TestEdge {
  readonly edgeId: string;
  readonly locationId: string;
  readonly received: LinkFromServer[] = [];
  epoch = newId();
  instanceId = newId();
  privateKey: KeyObject;
  lastOperation = 0;
  /** A core from before there was privacy announces no `privacy`. */
  capabilities = ['rtsp', 'privacy'];
  /** A core of before does not say which kinds of entities it knows. */
  syncedKinds: readonly string[] | undefined;
  closed = false;
  readonly #url: string;
  #socket: WebSocket | null = null;
  #handlers: ((message: LinkFromServer) => void | Promise<void>)[] = [];

  constructor(place: { url: string; edgeId: string; locationId: string; privateKey: KeyObject }) {
    this.#url = place.url;
    this.edgeId = place.edgeId;
    this.locationId = place.locationId;
    this.privateKey = place.privateKey;
  }

  get socket(): WebSocket {
    if (!this.#socket) throw new Error('this edge has not dialled');
    return this.#socket;
  }

  /** Dials and waits for the challenge. */
  async dial(): Promise<Message<'challenge'>> {
    this.received.length = 0;
    this.closed = false;
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}${linkPath}`);
    this.#socket = socket;
    socket.on('close', () => {
      if (socket === this.#socket) this.closed = true;
    });
    socket.on('error', () => undefined);
    socket.on('message', (data) => {
      const message = JSON.parse((data as Buffer).toString()) as LinkFromServer;
      if (socket === this.#socket) this.received.push(message);
      for (const handler of this.#handlers) void handler(message);
    });
    return this.next('challenge');
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  hello(nonce: string, change: Record<string, unknown> = {}): void {
    const signature = sign(null, Buffer.from(linkProofText(this.edgeId, nonce)), this.privateKey).toString('base64url');
    const facts = {
      protocolMin: 1,
      protocolMax: 1,
      edgeId: this.edgeId,
      version: '1',
      epoch: this.epoch,
      lastSequence: 0,
      lastOperation: this.lastOperation,
    };
    this.send({
      type: 'hello',
      ...facts,
      capabilities: this.capabilities,
      ...(this.syncedKinds && { syncedKinds: this.syncedKinds }),
      clockUtcMs: Date.now(),
      instanceId: this.instanceId,
      signature,
      ...change,
    });
  }

  async connect(): Promise<Message<'welcome'>> {
    const { nonce } = await this.dial();
    this.hello(nonce);
    return this.next('welcome');
  }

  /** The first message of a type that satisfies the test, already there or still to come. */
  async next<T extends LinkFromServer['type']>(
    type: T,
    test: (message: Message<T>) => boolean = () => true,
  ): Promise<Message<T>> {
    const deadline = performance.now() + 10_000;
    for (;;) {
      const found = this.received.find(
        (message): message is Message<T> => message.type === type && test(message as Message<T>),
      );
      if (found) return found;
      if (performance.now() > deadline)
        throw new Error(`no ${type} came, only ${JSON.stringify(this.received.map((message) => message.type))}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  records(first: number, bodies: readonly EdgeRecordBody[], atUtcMs = Date.now()): void {
    this.send({
      type: 'records',
      epoch: this.epoch,
      records: bodies.map((body, index) => ({ sequence: first + index, atUtcMs, body })),
    });
  }

  /** Answers every request of one command, at once or when what it does is done. */
  answer(command: string, reply: (body: never) => unknown): void {
    this.#handlers.push(async (message) => {
      if (message.type !== 'request' || message.command !== command) return;
      try {
        const body = reply(message.body as never);
        this.send({
          type: 'reply',
          requestId: message.requestId,
          ok: true,
          body: body instanceof Promise ? await body : body,
        });
      } catch (error) {
        this.send({ type: 'failure', requestId: message.requestId, code: (error as { code: string }).code, data: {} });
      }
    });
  }

  /** Does something with every message that comes. */
  hear(handler: (message: LinkFromServer) => void): void {
    this.#handlers.push(handler);
  }

  hangUp(): void {
    this.#socket?.terminate();
  }
}

export const makeKey = (): { privateKey: KeyObject; publicKey: string } => {
  const pair = generateKeyPairSync('ed25519');
  return {
    privateKey: createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' })),
    publicKey: pair.publicKey.export({ format: 'jwk' }).x ?? '',
  };
};

/** A site with a claimed core in the organization of a person. */
export async function makeTestEdge(server: TestServer, owner: TestPerson): Promise<TestEdge> {
  const location = await owner.call(locationsCalls.create, { body: { name: 'Site', timeZone: 'Europe/Berlin' } });
  const edge = await owner.call(edgesCalls.create, { body: { name: 'Core', locationId: location.body.id } });
  const code = await owner.call(edgesCalls.createClaimCode, { params: { id: edge.body.id } });
  const { privateKey, publicKey } = makeKey();
  await server.call(edgesCalls.claim, { body: { code: code.body.code, publicKey, version: '1', hostname: 'test' } });
  return new TestEdge({ url: server.url, edgeId: edge.body.id, locationId: location.body.id, privateKey });
}
