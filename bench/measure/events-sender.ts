import type { EventReport } from '@sightline/contracts/events/event';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { testReport } from '../../apps/server/testing/events/test-reports.ts';
import type { PlayedEdge } from './events-rig.ts';

const recordsAtOnce = 200;
const inFlight = 6;
const colours = ['black', 'grey', 'white', 'red', 'blue'] as const;

const vector = (bytes: number, kind: 'appearance' | 'face', modelId: string) => ({
  kind,
  modelId,
  values: randomBytes(bytes).toString('base64'),
});

function opened(cameraId: string, index: number, hasFace: boolean): EventReport {
  const isCar = index % 2 === 0;
  return testReport({
    cameraId,
    class: isCar ? 'vehicle' : 'person',
    colours: [{ part: isCar ? 'body' : 'upper', colour: colours[index % colours.length], share: 0.5 }],
    plate: isCar && index % 10 === 0 ? { text: `KX${String(1_000 + (index % 9_000))}A`, score: 0.9, reads: 4 } : null,
    path: Array.from({ length: 15 }, (_, point) => [point * 300, 0.1, 0.2, 0.1, 0.3]),
    vectors: [
      vector(90, 'appearance', 'appearance-hsv@1'),
      ...(hasFace && index % 20 === 1 ? [vector(1024, 'face', 'faceres@1')] : []),
    ],
  });
}

/** What is sent: events that are opened, revised in the next message and closed in the one after, or only new ones. */
export type Traffic = 'tracks' | 'new';

/** Messages of a core, ready to be sent. */
function messagesOf(
  { edge, cameraIds }: PlayedEdge,
  { first, count, traffic, hasFaces = true }: { first: number; count: number; traffic: Traffic; hasFaces?: boolean },
): string[] {
  const messages: string[] = [];
  let [young, old]: EventReport[][] = [[], []];
  for (let message = 0; message < count; message++) {
    const closed = old.map((report): EventReport => ({
      ...report,
      revision: 3,
      phase: 'closed',
      endedAtUtcMs: report.lastSeenUtcMs,
    }));
    const updated = young.map((report): EventReport => ({ ...report, revision: 2, phase: 'updated' }));
    const fresh = Array.from({ length: recordsAtOnce - closed.length - updated.length }, (_, index) =>
      opened(cameraIds[index % cameraIds.length], message * 67 + index, hasFaces),
    );
    if (traffic === 'tracks') [young, old] = [fresh.slice(0, 67), updated];
    const reports = [...closed, ...updated, ...fresh];
    const records = reports.map((event, index) => ({
      sequence: first + message * recordsAtOnce + index,
      atUtcMs: Date.now(),
      body: { kind: 'event', event },
    }));
    messages.push(JSON.stringify({ type: 'records', epoch: edge.epoch, records }));
  }
  return messages;
}

/** Sends with a window, as a core does after an outage, until everything is acknowledged. */
async function sendAll({ edge }: PlayedEdge, first: number, messages: readonly string[]): Promise<void> {
  const sequenceAfter = (message: number): number => first - 1 + (message + 1) * recordsAtOnce;
  for (const [index, message] of messages.entries()) {
    edge.send(message);
    if (index >= inFlight) await edge.next('ack', (ack) => ack.sequence >= sequenceAfter(index - inFlight));
    edge.received.length = 0;
    // Forgotten acknowledgements do not matter: later ones say more.
  }
  await edge.next('ack', (ack) => ack.sequence >= sequenceAfter(messages.length - 1));
}

/** How fast one server process keeps records of several cores, all at once. */
export async function measureIngest(
  edges: readonly PlayedEdge[],
  traffic: Traffic,
  messagesEach: number,
): Promise<{ records: number; seconds: number }> {
  const prepared = [];
  for (const played of edges) {
    const { ackedSequence } = await played.edge.connect();
    prepared.push({
      played,
      first: ackedSequence + 1,
      messages: messagesOf(played, { first: ackedSequence + 1, count: messagesEach, traffic }),
    });
  }
  const startedMs = performance.now();
  await Promise.all(prepared.map(({ played, first, messages }) => sendAll(played, first, messages)));
  const seconds = (performance.now() - startedMs) / 1000;
  for (const { edge } of edges) edge.hangUp();
  return { records: edges.length * messagesEach * recordsAtOnce, seconds };
}

/** What came of events that were sent evenly; `ackMs`: how long each message waited until it was acknowledged. */
export interface EvenEvents {
  records: number;
  seconds: number;
  ackMs: number[];
}

/** Sends so many new events a second, without faces, until it is told to end; no message waits for another. */
export async function sendEvenly(
  played: PlayedEdge,
  { perSecond, signal }: { perSecond: number; signal: AbortSignal },
): Promise<EvenEvents> {
  const { edge } = played;
  const { ackedSequence } = await edge.connect();
  const startedMs = performance.now();
  const ackMs: number[] = [];
  const waiting: { last: number; sentMs: number }[] = [];
  const hear = (): void => {
    const acked = Math.max(0, ...edge.received.map((message) => (message.type === 'ack' ? message.sequence : 0)));
    edge.received.length = 0;
    while (waiting[0] !== undefined && waiting[0].last <= acked)
      ackMs.push(performance.now() - (waiting.shift()?.sentMs ?? 0));
  };
  let records = 0;
  while (!signal.aborted) {
    if (performance.now() - startedMs >= (records / perSecond) * 1_000) {
      const first = ackedSequence + 1 + records;
      const [message] = messagesOf(played, { first, count: 1, traffic: 'new', hasFaces: false });
      records += recordsAtOnce;
      waiting.push({ last: first + recordsAtOnce - 1, sentMs: performance.now() });
      if (message !== undefined) edge.send(message);
    }
    hear();
    await wait(5);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  // What is not acknowledged by then is a message that waits for ever.
  for (const untilMs = performance.now() + 60_000; waiting.length > 0 && performance.now() < untilMs; await wait(5))
    hear();
  if (waiting.length > 0) throw new Error(`${String(waiting.length)} messages were never acknowledged`);
  edge.hangUp();
  return { records, seconds, ackMs };
}
