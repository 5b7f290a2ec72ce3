import { PostgresBus } from '../../apps/server/src/platform/bus/postgres-bus.ts';
import { createChanges, nobody } from '../../apps/server/src/platform/database/changes.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import type { Room } from './realtime-seed.ts';

/**
 * Another server process, as far as news go: half of them are changes that are committed, half are states that are only
 * published. Every 10 ms it does a hundredth of a second's worth. Told `{databaseUrl, rooms, perSecond, seconds}` it sends `{times, rooms}`:
 * when each event was committed or published, ms since 1970, and to which room it belongs.
 */
interface Order {
  databaseUrl: string;
  rooms: Room[];
  perSecond: number;
  seconds: number;
}

const stepMs = 10;
const onError = (error: unknown): void => console.error(error);
const nowMs = (): number => performance.timeOrigin + performance.now();

async function work({ databaseUrl, rooms, perSecond, seconds }: Order): Promise<void> {
  const database = openDatabase(databaseUrl, onError);
  const bus = new PostgresBus({ connectionString: databaseUrl, onError });
  await bus.start();
  const changes = createChanges(database, bus, {});
  const times: number[] = [];
  const roomOf: number[] = [];
  const draw = (): { number: number; room: Room } => {
    const index = Math.floor(Math.random() * rooms.length);
    const number = roomOf.push(index) - 1;
    return { number, room: rooms[index] as Room };
  };
  const change = async (count: number): Promise<void> => {
    const { number, room } = draw();
    const numbers = [number, ...Array.from({ length: count - 1 }, () => roomOf.push(roomOf[number] as number) - 1)];
    await changes.run({ organizationId: room.organizationId, by: nobody }, async ({ announce, afterCommit }) => {
      for (const revision of numbers)
        await announce({ kind: 'cameras.changed', cameraId: room.cameraId, locationId: room.locationId, revision });
      afterCommit(() => {
        for (const each of numbers) times[each] = nowMs();
      });
    });
  };
  const publish = (): void => {
    const { number, room } = draw();
    const { organizationId, cameraId, locationId } = room;
    times[number] = nowMs();
    const status = { state: 'online', part: null, cause: null, sinceUtcMs: number, isFlapping: false };
    bus.publish('realtime.volatile', {
      organizationId,
      event: { kind: 'cameras.status', cameraId, locationId, status, streams: [] },
    });
  };
  const pending = new Set<Promise<void>>();
  const eachStep = Math.round((perSecond * stepMs) / 1000);
  const kept = Math.floor(eachStep / 2);
  const startedMs = performance.now();
  for (let step = 0; step < (seconds * 1000) / stepMs; step++) {
    const waitMs = startedMs + step * stepMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const done = change(kept).finally(() => pending.delete(done));
    pending.add(done);
    for (let count = kept; count < eachStep; count++) publish();
  }
  await Promise.all(pending);
  const tookMs = performance.now() - startedMs;
  process.send?.({ times, rooms: roomOf, tookMs });
  await bus.stop();
  await database.close();
}

process.once('message', (order) => {
  work(order as Order).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
// Not before its parent says so: what it sent last would be lost with it.
process.on('disconnect', () => process.exit(0));
