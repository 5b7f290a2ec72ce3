import { generateKeyPairSync, sign } from 'node:crypto';
import { linkProofText, type LinkFromServer } from '@sightline/contracts/link/link';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyRows, held, simulatedEdgeId } from './memory-rows.ts';
import { SimulatedServer } from './simulated-server.ts';
import { VirtualSocket } from './virtual-network.ts';
import { VirtualTime } from './virtual-time.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const [first, second] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const epoch = '00000000-0000-4000-8000-00000000000e';
const cameraId = '00000000-0000-4000-8000-000000000100';

let time: VirtualTime;
let server: SimulatedServer;

beforeEach(() => {
  time = new VirtualTime();
  time.install();
  held.rows = emptyRows(publicKey.export({ format: 'jwk' }).x ?? '');
  server = new SimulatedServer({ time, random: () => 0, nowUtcMs: () => 1_800_000_000_000 + Math.round(time.nowMs) });
  server.start();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A connection of the core, spoken by hand. */
async function dial(): Promise<{
  socket: VirtualSocket;
  heard: LinkFromServer[];
  say: (message: unknown) => Promise<void>;
  hello: (instanceId: string, lastOperation?: number) => Promise<void>;
}> {
  const socket = new VirtualSocket();
  const heard: LinkFromServer[] = [];
  socket.readyState = 1;
  socket.onSend = (text) => heard.push(JSON.parse(text) as LinkFromServer);
  server.accept(socket);
  const say = async (message: unknown): Promise<void> => {
    socket.take(JSON.stringify(message));
    await time.pass(100);
  };
  const [challenge] = heard;
  const nonce = challenge?.type === 'challenge' ? challenge.nonce : '';
  const signature = sign(null, Buffer.from(linkProofText(simulatedEdgeId, nonce), 'utf8'), privateKey).toString(
    'base64url',
  );
  const facts = {
    type: 'hello',
    protocolMin: 1,
    protocolMax: 1,
    edgeId: simulatedEdgeId,
    version: '1',
    epoch,
    lastSequence: 0,
    capabilities: [],
    clockUtcMs: 1,
    signature,
  };
  return { socket, heard, say, hello: (instanceId, lastOperation = 0) => say({ ...facts, instanceId, lastOperation }) };
}

const kinds = (heard: LinkFromServer[]): string[] => heard.map(({ type }) => type);

test('a hello that comes late over a connection of before neither ends the link that the core has now nor is taken for a clone', async () => {
  const before = await dial();
  await before.hello(first);
  const late = await dial();
  const now = await dial();
  await now.hello(second);
  await late.hello(first);
  expect(server.clones).toBe(0);
  expect(kinds(late.heard)).toEqual(['challenge']);
  expect(late.socket.readyState).not.toBe(1);
  expect(now.socket.readyState).toBe(1);
  // A machine that dials anew with the same key is one.
  const clone = await dial();
  await clone.hello(first);
  expect(kinds(clone.heard)).toContain('refused');
  expect(server.clones).toBe(1);
});

test('what was applied before the disk was brought back from a copy does not count for the core that has to be told again', async () => {
  const before = await dial();
  await before.hello(first);
  server.change({ kind: 'locationPrivacy', id: cameraId, content: { faceRecognition: true } });
  await time.pass(100);
  expect(kinds(before.heard)).toContain('operation');
  const now = await dial();
  await now.hello(second);
  await before.say({ type: 'applied', sequence: 1, contentHash: 'of before' });
  expect(held.rows).toMatchObject({ appliedOperation: 0, contentMatches: true });
  expect(held.rows.operations).toMatchObject([{ appliedAtMs: null }]);
});

test('records of a link that was superseded are left out: the core says them again over the one that it has', async () => {
  const before = await dial();
  await before.hello(first);
  const now = await dial();
  await now.hello(second);
  const body = { kind: 'coreNotice', code: 'disk_slow', detail: 'x' };
  await before.say({ type: 'records', epoch, records: [{ sequence: 1, atUtcMs: 1, body }] });
  expect([held.rows.notices, held.rows.cursors]).toEqual([[], { [epoch]: 0 }]);
  await now.say({ type: 'records', epoch, records: [{ sequence: 1, atUtcMs: 1, body }] });
  expect(held.rows.notices).toHaveLength(1);
});
