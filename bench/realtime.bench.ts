import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withEventsRig, type EventsRig } from './measure/events-rig.ts';
import { databaseOf } from './measure/events-seed.ts';
import { megabytes, percent, printTable } from './measure/figures.ts';
import { measureUsage, type Usage } from './measure/process-meter.ts';
import type { RealtimeFigures } from './measure/realtime-load-process.ts';
import { seedRoomsAndSeats, type Room, type Seat } from './measure/realtime-seed.ts';
import { printLoad } from './measure/rig.ts';

/** Browsers that listen on one server process: `--sessions 10000 --rate 1000 --seconds 30`. */
const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '10000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
  },
});
const [sessions, perSecond, seconds] = [Number(values.sessions), Number(values.rate), Number(values.seconds)];
const peopleEach = 20;

const launch = (url: URL): ChildProcess =>
  fork(fileURLToPath(url), { execArgv: ['--max-old-space-size=4096'], serialization: 'advanced' });

/** The next message of a process that names `key`; fails when it ends before. */
function answer<T>(child: ChildProcess, key: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const hear = (message: object): void => {
      if (!(key in message)) return;
      child.off('message', hear);
      resolve(message as T);
    };
    child.on('message', hear);
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${String(code)}`)));
  });
}

/** Figures that the server tells of itself. */
async function metricsOf(url: string): Promise<{ heapBytes: number; loopP99Ms: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    heapBytes: value('nodejs_heap_size_used_bytes'),
    loopP99Ms: value('nodejs_eventloop_lag_p99_seconds') * 1000,
  };
}

/** Memory of the server when nothing happens: the least of some looks, because garbage waits for its collector. */
async function restingMemory(rig: EventsRig): Promise<{ pssBytes: number; heapBytes: number }> {
  const looks = [];
  for (let look = 0; look < 8; look++) {
    const { pssBytes } = await measureUsage([rig.server.pid], 1_000);
    looks.push({ pssBytes, heapBytes: (await metricsOf(rig.api.url)).heapBytes });
  }
  return {
    pssBytes: Math.min(...looks.map((look) => look.pssBytes)),
    heapBytes: Math.min(...looks.map((look) => look.heapBytes)),
  };
}

/** Opens all sessions and says what they cost while nothing happens. */
async function openAll(rig: EventsRig, load: ChildProcess, seats: readonly Seat[]): Promise<Usage> {
  const before = await restingMemory(rig);
  const connected = answer<{ tookMs: number }>(load, 'connected');
  load.send({ connect: { url: rig.api.url, seats } });
  const { tookMs } = await connected;
  const resting = await restingMemory(rig);
  const each = (key: 'pssBytes' | 'heapBytes'): string =>
    `${((resting[key] - before[key]) / sessions / 1024).toFixed(1)} kB`;
  console.log(`${String(sessions)} sessions said hello in ${(tookMs / 1000).toFixed(1)} s.`);
  console.log(
    `Memory of the server ${megabytes(before.pssBytes)}, then ${megabytes(resting.pssBytes)}: ${each('pssBytes')} for each session, ${each('heapBytes')} of it on the heap.`,
  );
  return measureUsage([rig.server.pid], 5_000);
}

interface Sent {
  times: number[];
  rooms: number[];
  tookMs: number;
}

/** Has everything sent, and measures meanwhile. */
async function sendAll(
  rig: EventsRig,
  { load, source, rooms }: { load: ChildProcess; source: ChildProcess; rooms: readonly Room[] },
) {
  const sent = answer<Sent>(source, 'times');
  source.send({ databaseUrl: databaseOf(rig.folder), rooms, perSecond, seconds });
  await wait(2_000);
  const pids = [rig.server.pid, load.pid ?? 0, source.pid ?? 0];
  const usage = await Promise.all(pids.map((pid) => measureUsage([pid], Math.max(1, seconds - 4) * 1000)));
  const { loopP99Ms } = await metricsOf(rig.api.url);
  const { times, rooms: sentTo, tookMs } = await sent;
  const reported = answer<{ figures: RealtimeFigures }>(load, 'figures');
  load.send({ report: { times, rooms: sentTo } });
  const { figures } = await reported;
  return { figures, usage, loopP99Ms, events: times.length, tookMs };
}

function print(idle: Usage, { figures, usage, loopP99Ms, events, tookMs }: Awaited<ReturnType<typeof sendAll>>): void {
  const rate = ((events / tookMs) * 1000).toFixed(0);
  console.log(
    `${String(events)} events in ${(tookMs / 1000).toFixed(1)} s, ${rate} a second, each to ${String(peopleEach)} sessions.\n`,
  );
  const { received, lost, repeated, gaps, closed, p50, p95, p99, max } = figures;
  const counts = [events * peopleEach, received, lost, repeated, gaps, closed].map(String);
  printTable(
    ['sent', 'received', 'lost', 'repeated', 'gaps', 'closed', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms'],
    [[...counts, ...[p50, p95, p99, max].map((value) => value.toFixed(1))]],
  );
  console.log('');
  printTable(
    ['', 'server, idle', 'server', 'load process', 'source process', 'loop of the server, p99'],
    [['share of a core', ...[idle, ...usage].map((one) => percent(one.coreShare, 0)), `${loopP99Ms.toFixed(1)} ms`]],
  );
  console.log(`Memory of the server under load ${megabytes(usage[0]?.pssBytes ?? 0)}.`);
}

async function measure(rig: EventsRig): Promise<void> {
  const { rooms, seats } = await seedRoomsAndSeats(rig.folder, { rooms: sessions / peopleEach, peopleEach });
  const load = launch(new URL('./measure/realtime-load-process.ts', import.meta.url));
  const source = launch(new URL('./measure/realtime-source-process.ts', import.meta.url));
  try {
    const idle = await openAll(rig, load, seats);
    print(idle, await sendAll(rig, { load, source, rooms }));
    const warnings = rig.server.output
      .split('\n')
      .filter((line) => line.includes('"level":40') || line.includes('"level":50'));
    if (warnings.length > 0)
      console.log(
        `The server warned ${String(warnings.length)} times, last:\n${warnings.slice(-3).join('\n').slice(0, 2_000)}`,
      );
  } finally {
    for (const child of [load, source]) if (child.connected) child.disconnect();
    if (source.exitCode === null) source.kill();
  }
}

await withEventsRig({ edges: 0, cameras: 0, env: { SIGHTLINE_BUS: 'postgres' } }, measure);
printLoad();
