import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { NoonLightService } from '@sightline/simulators/noonlight/noonlight-service';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatchAs, makeSite, setPhone } from '../../../testing/dispatch/test-dispatch.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

const token = 'server-token';
const script = new URL('../../../testing/dispatch/dispatching-server.ts', import.meta.url).pathname;
const service = new NoonLightService();
let database: TestDatabase;
let folder: string;
let owner: TestPerson;
let locationId: string;
let child: ChildProcess | null;
let heir: TestServer | null;
let aheadMs: number;

beforeEach(async () => {
  child = null;
  heir = null;
  aheadMs = 60_000;
  await service.start();
  service.reset();
  service.tokens.add(token);
  database = await acquireTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'sightline-dispatching-'));
  const { connectionString } = database;
  const first = await startTestServer({ connectionString });
  owner = await first.person();
  await setPhone(owner);
  locationId = await makeSite(owner);
  await cp(join(first.dataDir, 'master.key'), join(folder, 'master.key'));
  await first.stop();
});
afterEach(async () => {
  await kill();
  await heir?.stop();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

async function kill(): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Dispatches at a process of its own, which asks for help at this address. */
async function dispatchAtChild(serviceUrl: string): Promise<DispatchAlarm> {
  const begun = spawn(process.execPath, [script, database.connectionString, folder, serviceUrl, token], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = begun;
  const [line] = (await once(begun.stdout, 'data')) as [Buffer];
  const response = await fetch(`${line.toString().trim()}/api/v1/dispatch-alarms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ locationId }),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as DispatchAlarm;
}

/** A server that goes on a minute after the other one died. */
async function takeOver(): Promise<{ get: (id: string) => Promise<DispatchAlarm> }> {
  const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1', SIGHTLINE_NOONLIGHT_URL: service.url };
  const { connectionString } = database;
  heir = await startTestServer({ connectionString, copyKeyFrom: folder, env, clock: () => Date.now() + aheadMs });
  heir.platform.dispatchServices.use(async () => ({ token, quota: null }));
  const reader = await heir.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['AlarmManagementEdit'],
  });
  return { get: async (id) => (await dispatchAs(reader).get(id)).body };
}

const long = { timeout: 60_000, interval: 200 };

describe('a server that is killed', () => {
  it('before an alarm arrived leaves it to another one', async () => {
    service.retryAfterSeconds = 100;
    service.next.push('busy');
    const { id } = await dispatchAtChild(service.url);
    await vi.waitFor(() => expect(service.received).toHaveLength(1), long);
    await kill();
    expect(service.alarms.size).toBe(0);
    // Due when the other one starts, before that is told who has a monitoring service.
    aheadMs = 120_000;
    const { get } = await takeOver();
    await vi.waitFor(async () => expect(await get(id)).toMatchObject({ delivery: { state: 'accepted' } }), long);
    expect(service.alarms.size).toBe(1);
  });

  it('while it waits for the answer leaves a try of which nobody knows, and the alarm is there once', async () => {
    service.slowMs = 10_000;
    service.next.push('slow');
    const { id } = await dispatchAtChild(service.url);
    await vi.waitFor(() => expect(service.alarms.size).toBe(1), long);
    await kill();
    const { get } = await takeOver();
    expect(await get(id)).toMatchObject({ lifecycle: 'created', delivery: { state: 'pending', mayHaveArrived: true } });
    await vi.waitFor(
      async () =>
        expect(await get(id)).toMatchObject({ lifecycle: 'active', delivery: { state: 'accepted', tries: 2 } }),
      long,
    );
    expect(service.received.map(({ key }) => key)).toEqual([id, id]);
    expect(service.alarms.size).toBe(1);
  });
});
