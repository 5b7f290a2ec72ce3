import { realtimePath, type RealtimeEvent, type RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import type { StatusState } from '@sightline/contracts/status/status';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile, printTable } from './measure/figures.ts';
import { pathOf, printLoad, withRig, type Rig } from './measure/rig.ts';

/** From something that happens to a camera until what a browser hears of it, through a real core, link, server and socket. */
const perKind = 12;
const betweenMs = 1_500;
const limitMs = 60_000;
/** Longer than all cuts together: none of them comes back meanwhile. */
const awayMs = 45_000;

type CameraEvent = Extract<RealtimeEvent, { kind: 'cameras.status' }>;

/** A browser that notes when it heard of which state of which camera. */
interface Listener {
  /** Time until the camera is told to be in this state, from now. */
  untilTold: (cameraId: string, state: StatusState) => Promise<number>;
  close: () => void;
}

async function listen({ system }: Rig): Promise<Listener> {
  const heard = new Set<(event: CameraEvent) => void>();
  const socket = new WebSocket(`${system.url.replace('http', 'ws')}${realtimePath}`);
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data as string) as RealtimeServerMessage;
    if (message.type === 'event' && message.event.kind === 'cameras.status')
      for (const hear of heard) hear(message.event);
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the server refused the socket')));
  });
  socket.send(JSON.stringify({ type: 'hello', accessToken: system.api.accessToken }));
  const untilTold: Listener['untilTold'] = (cameraId, state) => {
    const startedMs = performance.now();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`nobody was told that ${cameraId} is ${state}`)), limitMs);
      const hear = (event: CameraEvent): void => {
        if (event.cameraId !== cameraId || event.status.state !== state) return;
        clearTimeout(timer);
        heard.delete(hear);
        resolve(performance.now() - startedMs);
      };
      heard.add(hear);
    });
  };
  return { untilTold, close: () => socket.close() };
}

const row = (what: string, timesMs: readonly number[]): string[] => [
  what,
  String(timesMs.length),
  ...[0.5, 0.95, 1].map((share) => `${percentile(timesMs, share).toFixed(0)} ms`),
];

/** Each camera in turn, so that no two are in each other's way. */
async function inTurn(
  rig: Rig,
  from: number,
  work: (path: string, cameraId: string) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = from; index < from + perKind; index++) {
    times.push(await work(pathOf(index), rig.cameras[index]!.id));
    await wait(betweenMs);
  }
  return times;
}

async function measure(rig: Rig): Promise<string[][]> {
  const { system, cameras } = rig;
  const browser = await listen(rig);
  const cut = await inTurn(rig, 0, (path, cameraId) => {
    system.cameras.faults(path).drop(awayMs);
    return browser.untilTold(cameraId, 'offline');
  });
  const frozen = await inTurn(rig, perKind, (path, cameraId) => {
    system.cameras.faults(path).freeze('all');
    return browser.untilTold(cameraId, 'offline');
  });
  const back = await Promise.all(
    cameras.slice(perKind).map(({ id }, index) => {
      system.cameras.faults(pathOf(perKind + index)).freeze('off');
      return browser.untilTold(id, 'online');
    }),
  );
  const lost = cameras.slice(perKind).map(({ id }) => browser.untilTold(id, 'offline'));
  await system.edge.kill();
  const killed = await Promise.all(lost);
  browser.close();
  return [
    row('connection to the camera cut → offline', cut),
    row('camera sends nothing and does not answer, its connection stays → offline', frozen),
    row('core killed → all its cameras offline', killed),
    row('pictures come again → online (shown after 15 s without a break)', back),
  ];
}

await withRig({ count: perKind * 2, media: 'h264-sub' }, async (rig) => {
  const rows = await measure(rig);
  printTable(['what happened → what the browser is told', 'runs', 'median', 'p95', 'longest'], rows);
  printLoad();
});
