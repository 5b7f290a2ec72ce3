import { Buffer } from 'node:buffer';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Example, TenantThings } from '../../testing/tenant-things.ts';
import { everyCall, exampleOf, makeThings, type Send } from '../../testing/test-tenant.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let owner: TestPerson;
let things: TenantThings;

const calls = await everyCall();
const queryOf = (call: CallDefinition): Record<string, z.ZodType> =>
  (call.query as { shape?: Record<string, z.ZodType> } | undefined)?.shape ?? {};
const lists = calls.filter(([, call]) => 'cursor' in queryOf(call));

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  const send: Send = (name, example, token) =>
    server.call(calls.find(([found]) => found === name)?.[1] as CallDefinition, example as never, token);
  things = await makeThings(server, send, owner);
});
afterAll(() => server.stop());

const id = '01a2106a-0b06-753d-9982-eb4ce3495d61';
const keys = ['abc', '', 'NaN', '-1', '1e400', '9'.repeat(30), '2026-02-31', '-99999-01-01', id];
const forged = keys.map((key) => Buffer.from(JSON.stringify([key, id])).toString('base64url'));

/** Its example, in each order that it can be asked for. */
function examplesOf(name: string, call: CallDefinition): Example[] {
  const example = exampleOf(name, things);
  const orders = ['sort', 'order'].flatMap((field) =>
    ['plate', 'lastSeen', 'name', 'newest'].flatMap((value) =>
      queryOf(call)[field]?.safeParse(value).success === true ? [{ [field]: value }] : [],
    ),
  );
  return [{}, ...orders].map((order) => ({ ...example, query: { ...(example.query as object), ...order } }));
}

it('knows lists with pages', () => {
  expect(lists.length).toBeGreaterThan(20);
});

it.each(lists)('%s: answers a cursor that is not ours without failing', async (name, call) => {
  for (const example of examplesOf(name, call))
    for (const [at, cursor] of forged.entries()) {
      const query = { ...(example.query as object), cursor };
      const { status, body } = await server.call(call, { ...example, query } as never, owner.session.accessToken);
      expect({ key: keys[at], status, body: status < 500 ? null : body }).toEqual({
        key: keys[at],
        status,
        body: null,
      });
      if (status >= 400 && status !== 404) expect(body).toMatchObject({ code: 'validation_failed' });
    }
});
