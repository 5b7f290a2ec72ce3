import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus } from './bus.ts';
import { createInProcessBus } from './in-process-bus.ts';
import { PostgresBus } from './postgres-bus.ts';

let database: TestDatabase;
const buses: Bus[] = [];
beforeAll(async () => {
  database = await acquireTestDatabase();
});
afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.stop()));
});
afterAll(() => database.drop());

const errors: unknown[] = [];
const openPostgresBus = async (): Promise<PostgresBus> => {
  const bus = new PostgresBus({ connectionString: database.connectionString, onError: (error) => errors.push(error) });
  await bus.start();
  buses.push(bus);
  return bus;
};
const adapters: [string, () => Promise<Bus>][] = [
  ['in-process', async () => createInProcessBus((error) => errors.push(error))],
  ['postgres', openPostgresBus],
];

describe.each(adapters)('%s bus', (_name, open) => {
  it('reports a handler that throws and still tells the others', async () => {
    const bus = await open();
    const heard: unknown[] = [];
    bus.subscribe('a', () => {
      throw new Error('broken handler');
    });
    bus.subscribe('a', (body) => heard.push(body));
    bus.publish('a', 1);
    await vi.waitFor(() => expect(heard).toEqual([1]));
    expect(errors.map(String)).toContain('Error: broken handler');
  });

  it('tells nothing of other topics, nor after the subscription ended', async () => {
    const bus = await open();
    const heard: unknown[] = [];
    const end = bus.subscribe('a', (body) => heard.push(body));
    bus.publish('b', 'other topic');
    bus.publish('a', 'first');
    await vi.waitFor(() => expect(heard).toEqual(['first']));
    end();
    const later: unknown[] = [];
    bus.subscribe('c', (body) => later.push(body));
    bus.publish('a', 'second');
    bus.publish('c', 'end');
    await vi.waitFor(() => expect(later).toEqual(['end']));
    expect(heard).toEqual(['first']);
  });

  it('keeps order and equal messages, short and long ones mixed', async () => {
    const bus = await open();
    const heard: { n: number }[] = [];
    bus.subscribe('a', (body) => heard.push(body as { n: number }));
    for (let n = 0; n < 1200; n += 1) bus.publish('a', { n: n % 7, text: n % 50 === 0 ? 'x'.repeat(20_000) : 'same' });
    await vi.waitFor(() => expect(heard.length).toBe(1200), { timeout: 10_000 });
    expect(heard.map((body) => body.n)).toEqual(Array.from({ length: 1200 }, (_, n) => n % 7));
  });
});

describe('postgres bus between processes', () => {
  it('says that messages may be lost after its connection was cut, and goes on', async () => {
    const [one, two] = [await openPostgresBus(), await openPostgresBus()];
    const gap = vi.fn();
    const heard: unknown[] = [];
    two.onGap(gap);
    two.subscribe('a', (body) => heard.push(body));
    const admin = new pg.Client({ connectionString: database.connectionString });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`,
    );
    await admin.end();
    await vi.waitFor(() => expect(gap).toHaveBeenCalled(), { timeout: 10_000 });
    one.publish('a', 'after');
    await vi.waitFor(() => expect(heard).toEqual(['after']));
  });
});
