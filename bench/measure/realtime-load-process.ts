import { setTimeout as wait } from 'node:timers/promises';
import { openTestBrowser } from '../../apps/server/testing/realtime/test-browser.ts';
import { percentile } from './figures.ts';
import type { Seat } from './realtime-seed.ts';

/**
 * Browsers in a process of their own. `{connect}` opens all of them, answered by `{connected}`; `{report}` names what was sent and is answered
 * by the figures. Every message is looked at: its number in the connection, and when it came.
 */
type Message = { connect: { url: string; seats: Seat[] } } | { report: { times: number[]; rooms: number[] } };

export interface RealtimeFigures {
  received: number;
  /** Expected and never came. */
  lost: number;
  /** Came more than once. */
  repeated: number;
  /** Numbers of a connection that were left out, and calls to fetch anew. */
  gaps: number;
  closed: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

const handshakesAtOnce = 100;
const nowMs = (): number => performance.timeOrigin + performance.now();
const numberIn = /"(?:revision|sinceUtcMs)":(\d+)/;

const receivedRooms: number[] = [];
const numbers: number[] = [];
const arrivals: number[] = [];
const perSeat: { room: number; sequence: number; heard: number }[] = [];
let [gaps, closed] = [0, 0];

function hear(seat: (typeof perSeat)[number], text: string): void {
  if (!text.startsWith('{"type":"event"')) {
    gaps += 1;
    return;
  }
  const sequence = Number.parseInt(text.slice(27), 10);
  if (sequence !== seat.sequence + 1) gaps += 1;
  seat.sequence = sequence;
  seat.heard += 1;
  receivedRooms.push(seat.room);
  numbers.push(Number(numberIn.exec(text)?.[1] ?? -1));
  arrivals.push(nowMs());
}

async function open(url: string, { token, room }: Seat): Promise<void> {
  const seat = { room, sequence: 0, heard: 0 };
  perSeat.push(seat);
  await new Promise<void>((resolve, reject) => {
    const onText = (text: string): void => {
      if (text.startsWith('{"type":"welcome"')) resolve();
      else hear(seat, text);
    };
    const onClosed = (): void => {
      closed += 1;
      reject(new Error('a connection was closed'));
    };
    openTestBrowser({ url, token, onText, onClosed }).catch(reject);
  });
}

async function connect({ url, seats }: { url: string; seats: Seat[] }): Promise<void> {
  const startedMs = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: handshakesAtOnce }, async () => {
      for (let index = next++; index < seats.length; index = next++) await open(url, seats[index] as Seat);
    }),
  );
  process.send?.({ connected: seats.length, tookMs: performance.now() - startedMs });
}

/** Waits until nothing comes any more. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== arrivals.length;) {
    before = arrivals.length ?? 0;
    await wait(2_000);
  }
}

async function report({ times, rooms }: { times: number[]; rooms: number[] }): Promise<void> {
  await quiet();
  const delays = numbers.map((number, index) => (arrivals[index] ?? 0) - (times[number] ?? 0));
  const sentTo = new Map<number, number>();
  for (const room of rooms) sentTo.set(room, (sentTo.get(room) ?? 0) + 1);
  const differences = perSeat.map((seat) => seat.heard - (sentTo.get(seat.room) ?? 0));
  const strange = numbers.filter((number, index) => rooms[number] !== receivedRooms[index]).length;
  if (strange > 0) throw new Error(`${String(strange)} messages came to somebody who may not see them`);
  const figures: RealtimeFigures = {
    received: delays.length,
    lost: differences.reduce((sum, difference) => sum + Math.max(0, -difference), 0),
    repeated: differences.reduce((sum, difference) => sum + Math.max(0, difference), 0),
    gaps,
    closed,
    p50: percentile(delays, 0.5),
    p95: percentile(delays, 0.95),
    p99: percentile(delays, 0.99),
    max: percentile(delays, 1),
  };
  process.send?.({ figures });
}

process.on('message', (message: Message) => {
  const work = 'connect' in message ? connect(message.connect) : report(message.report);
  work.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
