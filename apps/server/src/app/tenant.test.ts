import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/ids/ids.ts';
import { tenantExamples } from '../../testing/tenant-examples.ts';
import type { Example, TenantThings } from '../../testing/tenant-things.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts';
import { absentThings, everyCall, exampleOf, expectCode, makeThings } from '../../testing/test-tenant.ts';

const calls = await everyCall();
const guarded = calls.filter(([, call]) => call.permission !== 'public');
const ofEntities = guarded.filter(
  ([, call]) => call.permission !== 'signedIn' && call.permission !== 'member' && call.permission !== 'person',
);

let server: TestServer;
let owner: TestPerson;
let stranger: TestPerson;
let powerless: TestPerson;
let things: TenantThings;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  stranger = await server.person();
  const organizationId = owner.session.activeOrganizationId ?? '';
  powerless = await server.person({ organizationId, permissions: [] });
  things = await makeThings(server, send, owner);
});
afterAll(() => server.stop());

const callOf = (name: string): CallDefinition => calls.find(([found]) => found === name)?.[1] as CallDefinition;
const send = (name: string, example: Example, token?: string) => server.call(callOf(name), example as never, token);
describe('every call', () => {
  it('has an example of the tenant test', () => {
    expect(Object.keys(tenantExamples).sort()).toEqual(calls.map(([name]) => name).sort());
  });

  it.each(guarded)('%s answers nobody with 401, before it looks at the input', async (name) => {
    expect(expectCode(await send(name, exampleOf(name, things)), name)).toBe('unauthenticated');
    const broken = callOf(name).method === 'GET' ? { query: { limit: 'x' } } : { body: { broken: true } };
    expect(expectCode(await send(name, { ...exampleOf(name, things), ...broken }), name)).toBe('unauthenticated');
    expect(expectCode(await send(name, exampleOf(name, things), 'not.a.token'), name)).toBe('unauthenticated');
  });

  it.each(ofEntities)('%s refuses a member without the permission, before it looks at the input', async (name) => {
    expect(expectCode(await send(name, exampleOf(name, things), powerless.session.accessToken), name)).toBe(
      'forbidden',
    );
    expect(
      expectCode(
        await send(name, { ...exampleOf(name, things), query: { limit: 'x' } }, powerless.session.accessToken),
        name,
      ),
    ).toBe('forbidden');
  });

  it.each(ofEntities)('%s shows somebody of another organization nothing', async (name) => {
    const foreign = await send(name, exampleOf(name, things), stranger.session.accessToken);
    const absent = await send(name, exampleOf(name, absentThings(things)), stranger.session.accessToken);
    // What exists elsewhere must read exactly like what exists nowhere.
    expect(foreign.status, JSON.stringify(foreign.body)).toBe(absent.status);
    if (foreign.status >= 300) expect(expectCode(foreign, name)).toBe(expectCode(absent, name));
    const text = JSON.stringify(foreign.body);
    for (const id of Object.values(things)) expect(text).not.toContain(id);
  });
});

/** Calls of a person, about things that have an id: of another person they must read as if there were none. */
const ofPeople = guarded.filter(([name, call]) => {
  if (call.permission !== 'signedIn' && call.permission !== 'member' && call.permission !== 'person') return false;
  const marked = new Proxy({} as TenantThings, { get: (_target, key) => `<${String(key)}>` });
  return JSON.stringify(exampleOf(name, marked)).includes('<');
});

describe('a call of a person about what is somebody else’s', () => {
  it('is found for every kind of such things', () => {
    const names = ofPeople.map(([name]) => name);
    const expected = [
      'accounts.removeIdentity',
      'accounts.endSession',
      'mfa.remove',
      'cameraPages.end',
      'live.renew',
      'talk.renew',
      'favourites.star',
    ];
    for (const name of expected) expect(names).toContain(name);
  });

  it.each(ofPeople)('%s shows and changes nothing', async (name) => {
    for (const token of [stranger, powerless].map(({ session }) => session.accessToken)) {
      const foreign = await send(name, exampleOf(name, things), token);
      // The organization that one is in oneself is no secret.
      if (name === 'sessions.switchOrganization' && token === powerless.session.accessToken) continue;
      const absent = await send(name, exampleOf(name, absentThings(things)), token);
      expect(foreign.status, JSON.stringify(foreign.body)).toBe(absent.status);
      if (foreign.status >= 300) expect(expectCode(foreign, name)).toBe(expectCode(absent, name));
    }
  });

  it('leaves the account of its owner as it was', async () => {
    const sessions = (await owner.call(accountsCalls.listSessions, {})).body.items.map(({ id }) => id);
    expect(sessions).toContain(things.sessionId);
    const { identities } = (await owner.call(accountsCalls.getProfile, {})).body;
    expect(identities.map(({ id }) => id)).toContain(things.identityId);
  });
});

describe('broken input', () => {
  const values: unknown[] = [
    null,
    0,
    -1,
    Number.MAX_VALUE,
    'x'.repeat(5000),
    '\0',
    '\ud800',
    [],
    {},
    true,
    '__proto__',
    { __proto__: { a: 1 }, constructor: 1 },
    9e15,
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ];

  /** A third of the values for each field, another third for the next: every value meets fields of every kind, in a third of the time. */
  let turn = 0;
  const someValues = (): unknown[] => {
    turn += 1;
    return values.filter((_value, index) => (index + turn) % 3 === 0);
  };

  /** What cannot carry a body is asked once as it is, and with what else it takes broken. */
  const broken = (example: Example, isRead: boolean): Example[] => {
    const bodies = isRead ? [example] : values.map((body) => ({ ...example, body }));
    const fields = Object.keys((example.body ?? {}) as object).flatMap((key) =>
      someValues().map((value) => ({ ...example, body: { ...(example.body as object), [key]: value } })),
    );
    const queries = Object.keys(example.query ?? { limit: 1, cursor: '' }).flatMap((key) =>
      someValues().map((value) => ({ ...example, query: { ...example.query, [key]: value } })),
    );
    const params = Object.keys(example.params ?? {}).flatMap((key) =>
      ['x', '%00', '..', '__proto__', 'a'.repeat(290), newId().toUpperCase()].map((value) => ({
        ...example,
        params: { [key]: value },
      })),
    );
    return [...bodies, ...fields, ...queries, ...params];
  };

  it.each(calls.filter(([name]) => name !== 'sessions.signOut' && name !== 'organizations.create'))(
    '%s never fails in an unknown way',
    async (name, call) => {
      const victim = await server.person();
      const { body, ...bare } = exampleOf(name, things);
      const requests = broken(call.method === 'GET' ? bare : { ...bare, body }, call.method === 'GET');
      expect(requests.length).toBeGreaterThan(0);
      await Promise.all(
        requests.map(async (example) => {
          const answer = await send(name, example, victim.session.accessToken);
          if (answer.status >= 300) expectCode(answer, `${name} ${JSON.stringify(example).slice(0, 300)}`);
        }),
      );
    },
    60_000,
  );

  it('is refused with a code also where no call begins', async () => {
    const token = `Bearer ${owner.session.accessToken}`;
    const requests: [string, RequestInit][] = [
      [
        '/api/v1/cameras',
        { method: 'POST', headers: { authorization: token, 'content-type': 'text/xml' }, body: '<a/>' },
      ],
      [
        '/api/v1/cameras',
        { method: 'POST', headers: { authorization: token, 'content-type': 'application/json' }, body: '{"a":' },
      ],
      [
        '/api/v1/cameras',
        {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: '{"__proto__":{"a":1}}',
        },
      ],
      [
        '/api/v1/cameras',
        {
          method: 'POST',
          headers: { authorization: token, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'x'.repeat(1_200_000) }),
        },
      ],
      ['/api/v1/cameras/%E0%A4%A', { headers: { authorization: token } }],
      ['/api/v1/nothing', {}],
      ['/api/v1/cameras?limit=5&limit=6', { headers: { authorization: token } }],
      ['/api/v1/cameras?cursor=bm90IGpzb24', { headers: { authorization: token } }],
    ];
    for (const [path, init] of requests) {
      const response = await fetch(`${server.url}${path}`, init);
      expectCode({ status: response.status, body: await response.json() }, `${init.method ?? 'GET'} ${path}`);
    }
  });
});
