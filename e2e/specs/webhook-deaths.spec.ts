import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeKey, TestEdge } from '../../apps/server/testing/link/test-edge.ts';
import { eventually } from '../fixtures/eventually.ts';
import { startServerOnly, type ServerOnly } from '../fixtures/server-only.ts';
import { account } from '../fixtures/system.ts';

// A server that is killed while it tells a place outside of an alert: what it decided is told for all that, and acted on once.

const everywhere = { id: randomUUID(), points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }] }; // prettier-ignore
const soonMs = 90_000;

const receiver = new WebhookReceiver();
let server: ServerOnly;
let edge: TestEdge;
let cameraId: string;
let ruleId: string;
let receiverPort: number;
let sequence = 0;

beforeAll(async () => {
  receiverPort = Number(new URL(await receiver.start()).port);
  server = await startServerOnly();
  const { api } = server;
  await api.setUp(account);
  const { id: locationId } = await api.call(locationsCalls.create, {
    body: { name: 'Yard', timeZone: 'Europe/Berlin' },
  });
  const { id: edgeId } = await api.call(edgesCalls.create, { body: { name: 'Core', locationId } });
  const { code } = await api.call(edgesCalls.createClaimCode, { params: { id: edgeId } });
  const { privateKey, publicKey } = makeKey();
  await api.call(edgesCalls.claim, { body: { code, publicKey, version: 'test', hostname: 'test' } });
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/gate' }];
  const camera = await api.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams } });
  cameraId = camera.id;
  const condition = { kind: 'trespassing' as const, zones: [everywhere], minStayS: 1 };
  const rule = { name: 'Gate', condition, severity: 'warning' as const, cameraIds: [cameraId] };
  ruleId = (await api.call(alertRulesCalls.create, { body: rule as never })).id;
  const hook = { name: 'Control room', url: receiver.url, messageKinds: ['alert.opened' as const] };
  const { secret } = await api.call(webhooksCalls.create, { body: hook as never });
  receiver.secret = secret;
  edge = new TestEdge({ url: api.url, edgeId, locationId, privateKey });
});
beforeEach(async () => {
  const { secret } = receiver;
  receiver.reset();
  receiver.secret = secret;
  sequence = (await edge.connect()).ackedSequence;
});
afterAll(async () => {
  edge.hangUp();
  await server.stop();
  await receiver.stop();
});

/** The core tells of an alert; answers once the server keeps it. */
async function alert(): Promise<string> {
  const atUtcMs = Date.now();
  const change: AlertChangeRecord = {
    kind: 'alertChange',
    alertId: randomUUID().replace(/^(.{14})./, '$17'),
    ruleId,
    cameraId,
    sequence: 1,
    phase: 'opened',
    closeReason: null,
    openedAtUtcMs: atUtcMs,
    atUtcMs,
    decidedAtUtcMs: atUtcMs,
    why: [],
    subjectIds: [],
    count: 1,
  };
  edge.records(sequence + 1, [change]);
  await edge.next('ack', (ack) => ack.sequence === sequence + 1);
  return change.alertId;
}

async function killAndStart(): Promise<void> {
  await server.server.kill();
  server.server.restart();
  await server.server.ready();
}

const queue = async (): Promise<string[]> =>
  (await server.api.call(alertsCalls.queue, { query: {} })).items.map(({ id }) => id);
const actedOn = (): unknown[] => [...receiver.acted.values()].map(({ data }) => JSON.stringify(data));

test('SET-010 killed between decision and action, it acts after its start, once', async () => {
  await receiver.stop();
  const alertId = await alert();
  await server.server.kill();
  expect(receiver.received).toEqual([]);
  await receiver.start(receiverPort);
  server.server.restart();
  await server.server.ready();
  await eventually(async () => {
    if (receiver.acted.size === 0) throw new Error('nothing came');
    return Promise.resolve(true);
  }, soonMs);
  expect(actedOn()).toEqual([expect.stringContaining(alertId)]);
  expect(await queue()).toContain(alertId);
  expect(receiver.faults).toEqual([]);
}, 150_000);

test('SET-010 killed between action and its acknowledgement, it says so again under the same id: it is acted on once', async () => {
  receiver.next.push('slow');
  receiver.slowMs = 20_000;
  const alertId = await alert();
  await eventually(async () => {
    if (receiver.received.length === 0) throw new Error('nothing came');
    return Promise.resolve(true);
  }, soonMs);
  await killAndStart();
  await eventually(async () => {
    if (receiver.received.length < 2) throw new Error('it was not said again');
    return Promise.resolve(true);
  }, soonMs);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(actedOn()).toEqual([expect.stringContaining(alertId)]);
  expect(receiver.faults).toEqual([]);
}, 150_000);
