import { writeFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestEdge } from '../../testing/link/test-edge.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { Housekeeping } from '../platform/housekeeping/housekeeping.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let lateMs = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: () => systemClock() + lateMs });
});
afterAll(() => server.stop());

it('throws away what has run out, and nothing that still counts', async () => {
  const { platform } = server;
  const { global } = platform.database;
  const owner = await server.person();
  const edge = await makeTestEdge(server, owner);
  await owner.call(edgesCalls.createClaimCode, { params: { id: edge.edgeId } });
  const ticket = { organizationId: owner.session.activeOrganizationId ?? '', exportId: edge.edgeId };
  for (const [name, expiresAt] of [
    ['old', systemClock() + 1000],
    ['new', systemClock() + 40 * 86_400_000],
  ] as const)
    await global
      .insertInto('uploadTickets')
      .values({ tokenHash: Buffer.from(name), ...ticket, expiresAt: new Date(expiresAt) })
      .execute();
  for (const name of ['old', 'new']) await writeFile(join(platform.blobs.draftFolder, name), 'x');
  await utimes(join(platform.blobs.draftFolder, 'old'), 1, 1);

  const { housekeeping } = server;
  await housekeeping.tidy();
  expect(await global.selectFrom('claimCodes').select('codeHash').where('usedAt', 'is', null).execute()).toHaveLength(
    1,
  );
  expect((await owner.call(edgesCalls.list, { query: {} })).status).toBe(200);

  lateMs = 86_400_000;
  await writeFile(join(platform.blobs.draftFolder, 'new'), 'x');
  await utimes(join(platform.blobs.draftFolder, 'new'), Date.now() / 1000 + 86_400, Date.now() / 1000 + 86_400);
  await housekeeping.tidy();
  expect(await global.selectFrom('claimCodes').select('codeHash').execute()).toHaveLength(0);
  expect(
    (await global.selectFrom('uploadTickets').select('tokenHash').execute()).map((row) => row.tokenHash.toString()),
  ).toEqual(['new']);
  expect(await readdir(platform.blobs.draftFolder)).toEqual(['new']);

  lateMs = 31 * 86_400_000;
  await housekeeping.tidy();
  expect(await global.selectFrom('auth.refreshTokens').select('id').execute()).toEqual([]);
  expect(
    (
      await server.call(sessionsCalls.signIn, {
        body: { email: owner.session.user.email, password: 'a long password' },
      })
    ).status,
  ).toBe(200);
});

it('goes on with the rest when one part of it fails', async () => {
  const done: string[] = [];
  const fails = async (): Promise<void> => {
    throw new Error('the disk is full');
  };
  const jobs = [
    { name: 'first', run: fails },
    { name: 'second', run: async () => done.push('second') },
  ];
  await new Housekeeping({ jobs, clock: systemClock, log: createLog('silent') }).tidy();
  expect(done).toEqual(['second']);
});
