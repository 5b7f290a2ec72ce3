import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import { PushService, type ReceivedPush } from '@sightline/simulators/push/push-service';
import type { TestEdge } from '../../apps/server/testing/link/test-edge.ts';
import type { ApiClient } from '../../e2e/fixtures/api-client.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { openTestBrowser } from '../../apps/server/testing/realtime/test-browser.ts';
import { newId } from '../../apps/server/src/platform/ids/ids.ts';
import { connectAsOwner } from './events-seed.ts';
import type { EventsRig } from './events-rig.ts';
import { percentile } from './figures.ts';

const everyone = { id: randomUUID(), points: [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }] }; // prettier-ignore
const beatMs = 500;

interface Storm {
  perMinute: number;
  minutes: number;
}

/** What a server made of so many alerts a minute. Times are ms from the record being sent. */
export interface StormFigures {
  sent: number;
  kept: number;
  /** On an open monitoring screen: how many alerts it heard of, and how late. */
  heard: number;
  heardTwice: number;
  screen: { p50: number; p95: number; p99: number };
  /** Reading the queue meanwhile. */
  queue: { p50: number; p95: number; p99: number };
  pushed: { messages: number; firstMs: number };
}

const spread = (values: readonly number[]) => ({
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
  p99: percentile(values, 0.99),
});

/** The alert that a message of the realtime channel says was opened; undefined for all others. */
function openedIn(text: string): string | undefined {
  const { event } = JSON.parse(text) as { event?: { kind: string; alertId?: string; isNew?: boolean } };
  return event?.kind === 'alerts.changed' && event.isNew === true ? event.alertId : undefined;
}

const nowMs = (): number => performance.timeOrigin + performance.now();

const userIdOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub;

/** A phone of the signed-in person that is told of every alert of a rule at these cameras. */
export async function listenByPhone(
  api: ApiClient,
  push: PushService,
  { condition, cameraIds }: { condition: object; cameraIds: readonly string[] },
): Promise<{ ruleId: string; received: () => readonly ReceivedPush[] }> {
  const subscription = push.subscribe();
  await api.call(userDevicesCalls.register, { body: { deviceUid: randomUUID(), name: 'Phone', subscription } });
  const notify = { userIds: [userIdOf(api.accessToken!)], channels: ['push' as const] };
  const times = { coolDownS: 0, mergeS: 0 };
  const body = { name: 'Bench', condition, severity: 'critical' as const, cameraIds, ...times, notify };
  const { id: ruleId } = await api.call(alertRulesCalls.create, { body: body as never });
  return { ruleId, received: () => push.receivedBy(subscription) };
}

/** An open monitoring screen: when it heard of which alert first, and how many it heard of twice. */
export async function openScreen({ url, accessToken }: ApiClient) {
  const heardAt = new Map<string, number>();
  let twice = 0;
  const onText = (text: string): void => {
    const found = openedIn(text);
    if (found === undefined) return;
    if (heardAt.has(found)) twice += 1;
    else heardAt.set(found, nowMs());
  };
  const socket = await openTestBrowser({ url, token: accessToken!, onText });
  return { heardAt, twice: () => twice, close: () => socket.close() };
}

/** Reads the queue every second until it is told to stop; answers how long each took. */
function readQueue(api: ApiClient): () => Promise<number[]> {
  const tookMs: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      const beganMs = performance.now();
      await api.call(alertsCalls.queue, { query: {} });
      tookMs.push(performance.now() - beganMs);
      await wait(1_000);
    }
  })();
  return async () => {
    isOver = true;
    await reading;
    return tookMs;
  };
}

function newAlert(ruleId: string, cameraId: string): AlertChangeRecord {
  const atUtcMs = Date.now();
  const why = [{ what: 'stayS', value: 1, limit: 1, placeId: everyone.id, class: 'person', score: 0.8 }];
  return {
    kind: 'alertChange',
    alertId: newId(),
    ruleId,
    cameraId,
    sequence: 1,
    phase: 'opened',
    closeReason: null,
    openedAtUtcMs: atUtcMs,
    atUtcMs,
    decidedAtUtcMs: atUtcMs,
    why,
    subjectIds: [],
    count: 1,
  };
}

/** A core sends so many alerts a minute, half of its messages twice: as one does that heard no answer. Answers when each was sent. */
async function sendStorm(
  edge: TestEdge,
  makeAlert: () => AlertChangeRecord,
  { perMinute, minutes }: Storm,
): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>();
  let sequence = (await edge.connect()).ackedSequence;
  const beganMs = performance.now();
  for (let beat = 1; performance.now() - beganMs < minutes * 60_000; beat++) {
    const count = Math.floor((beat * beatMs * perMinute) / 60_000) - sentAt.size;
    const bodies = Array.from({ length: count }, makeAlert);
    for (const { alertId } of bodies) sentAt.set(alertId, nowMs());
    edge.records(sequence + 1, bodies);
    if (beat % 2 === 0) edge.records(sequence + 1, bodies);
    sequence += bodies.length;
    edge.received.length = 0;
    await wait(Math.max(0, beganMs + beat * beatMs - performance.now()));
  }
  await edge.next('ack', (ack) => ack.sequence >= sequence);
  return sentAt;
}

async function countKept(folder: string, ruleId: string): Promise<number> {
  const database = await connectAsOwner(folder);
  const { rows } = await database.query<{ kept: string }>('select count(*) as kept from alerts where rule_id = $1', [
    ruleId,
  ]);
  await database.end();
  return Number(rows[0]?.kept ?? 0);
}

/** One core sends alerts, a screen listens, its queue is read every second, and a phone is told. */
export async function measureStorm(rig: EventsRig, storm: Storm): Promise<StormFigures> {
  const { edge, cameraIds } = rig.edges[0]!;
  const cameraId = cameraIds[0]!;
  const push = new PushService();
  await push.start();
  const condition = { kind: 'trespassing', zones: [everyone], minStayS: 1 };
  const { ruleId, received } = await listenByPhone(rig.api, push, { condition, cameraIds: [cameraId] });
  const screen = await openScreen(rig.api);
  const endReading = readQueue(rig.api);
  const sentAt = await sendStorm(edge, () => newAlert(ruleId, cameraId), storm);
  // What is on its way yet.
  await wait(5_000);
  const queueMs = await endReading();
  screen.close();
  edge.hangUp();
  const kept = await countKept(rig.folder, ruleId);
  await push.stop();
  return {
    sent: sentAt.size,
    kept,
    heard: screen.heardAt.size,
    heardTwice: screen.twice(),
    screen: spread([...screen.heardAt].map(([alertId, atMs]) => atMs - (sentAt.get(alertId) ?? Number.NaN))),
    queue: spread(queueMs),
    pushed: {
      messages: received().length,
      firstMs: (received()[0]?.atMs ?? Number.NaN) - Math.min(...sentAt.values()),
    },
  };
}
