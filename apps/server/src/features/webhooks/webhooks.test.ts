import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { WebhookReceiver } from '@sightline/simulators/webhooks/webhook-receiver';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

const env = { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' };
const dayMs = 86_400_000;
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
const receiver = new WebhookReceiver({ clock });
let server: TestServer;
let owner: TestPerson;

beforeAll(async () => {
  await receiver.start();
  server = await startTestServer({ env, clock });
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});
beforeEach(async () => {
  receiver.reset();
  owner = await server.person();
});

const input = (more: object = {}) => ({
  name: 'Control room',
  url: receiver.url,
  messageKinds: ['alert.opened' as const],
  isEnabled: true,
  ...more,
});
const create = (more: object = {}, by = owner) => by.call(webhooksCalls.create, { body: input(more) });
const made = async (more: object = {}) => {
  const answer = await create(more);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const member = (permissions: string[], where: object = {}) =>
  server.person({ organizationId: owner.session.activeOrganizationId ?? '', permissions, ...where });

describe('refuses', () => {
  it('whoever does not manage the organization', async () => {
    const { id } = await made();
    const guard = await member(['AlertMonitoring']);
    expect((await guard.call(webhooksCalls.list, {})).body).toMatchObject({ code: 'forbidden' });
    expect((await create({ name: 'Other' }, guard)).body).toMatchObject({ code: 'forbidden' });
    expect((await guard.call(webhooksCalls.test, { params: { id } })).body).toMatchObject({ code: 'forbidden' });
  });

  it('to tell outside what its maker may not see', async () => {
    const { id, revision } = await made();
    const clerk = await member(['OrganizationEdit']);
    const exceeds = { code: 'grant_exceeds_own' };
    expect((await create({ name: 'Mine' }, clerk)).body).toMatchObject(exceeds);
    const body = { ...input({ url: `${receiver.url}?elsewhere` }), revision };
    expect((await clerk.call(webhooksCalls.update, { params: { id }, body })).body).toMatchObject(exceeds);
    expect((await clerk.call(webhooksCalls.rotate, { params: { id } })).body).toMatchObject(exceeds);
    // Switching off and deleting tells nobody anything.
    expect((await clerk.call(webhooksCalls.remove, { params: { id } })).status).toBe(200);
  });

  it.each([
    'http://10.0.0.1/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/hook',
    'http://1.1.1.1/hook',
  ])('an address in the own network, and one without TLS that nobody allowed: %s', async (url) => {
    expect((await create({ url })).body).toMatchObject({ code: 'address_refused' });
  });

  it.each([
    { url: 'ftp://example.com/hook' },
    { url: 'https://user:password@example.com/hook' },
    { url: 'hook' },
    { url: `https://example.com/${'x'.repeat(2000)}` },
    { messageKinds: [] },
    { messageKinds: ['alert.invented'] },
    { name: ' ' },
  ])('what is no webhook: %j', async (wrong) => {
    expect((await create(wrong)).body).toMatchObject({ code: 'validation_failed' });
  });

  it('a name that is taken, a change of an older state, and the fifty-first', async () => {
    const { id, revision } = await made();
    expect((await create({ name: 'CONTROL ROOM' })).body).toMatchObject({ code: 'name_taken' });
    const body = { ...input(), revision: revision - 1 };
    expect((await owner.call(webhooksCalls.update, { params: { id }, body })).body).toMatchObject({ code: 'conflict' });
    for (let number = 2; number <= 50; number += 1) await made({ name: `Room ${number}` });
    expect((await create({ name: 'One more' })).body).toMatchObject({ code: 'too_many' });
  });
});

describe('a webhook', () => {
  it('tells its secret once, and keeps address and secret sealed (SET-009)', async () => {
    const { id, secret } = await made({ url: `${receiver.url}?token=in-the-address` });
    expect(secret).toMatch(/^whsec_/);
    const { body: list } = await owner.call(webhooksCalls.list, {});
    expect(list.items).toHaveLength(1);
    expect(list.items[0]).toMatchObject({ id, name: 'Control room', isEnabled: true, waitingCount: 0, deadCount: 0 });
    expect(JSON.stringify(list)).not.toContain('whsec_');
    const { rows } = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      sql<{ row: string; entries: string }>`select w::text as row,
        (select string_agg(a::text, ' ') from audit_entries a) as entries from webhooks w where id = ${id}`.execute(
        trx,
      ),
    );
    const sealed = (text: string): string => Buffer.from(text).toString('hex');
    expect(rows[0]?.row).not.toContain(sealed('in-the-address'));
    expect(rows[0]?.entries).toContain('webhook.create');
    expect(rows[0]?.entries).not.toContain('in-the-address');
    expect(server.logged()).not.toContain(secret);
  });

  it('is changed and deleted', async () => {
    const { id, revision } = await made();
    const body = { ...input({ name: 'Night', messageKinds: ['alert.closed', 'alert.closed'] }), revision };
    const changed = await owner.call(webhooksCalls.update, { params: { id }, body });
    expect(changed.body).toMatchObject({ name: 'Night', messageKinds: ['alert.closed'], revision: revision + 1 });
    expect((await owner.call(webhooksCalls.remove, { params: { id } })).status).toBe(200);
    expect((await owner.call(webhooksCalls.get, { params: { id } })).body).toMatchObject({ code: 'not_found' });
  });
});

describe('a test', () => {
  it('is sent at once, signed, and stands in the log (SET-010)', async () => {
    const { id, secret } = await made();
    receiver.secret = secret;
    const { status, body } = await owner.call(webhooksCalls.test, { params: { id } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ isTest: true, state: 'delivered', tries: 1 });
    expect(body.last).toMatchObject({ status: 200, failure: null, answer: 'taken' });
    expect(receiver.received.map((message) => message.id)).toEqual([body.id]);
    expect(receiver.received[0]).toMatchObject({ type: 'webhook.test', data: { name: 'Control room' } });
    const { body: log } = await owner.call(webhooksCalls.deliveries, { params: { id }, query: {} });
    expect(log).toMatchObject({ items: [{ id: body.id }], total: { value: 1, relation: 'exact' } });
    const detail = await owner.call(webhooksCalls.delivery, { params: { id, deliveryId: body.id } });
    expect(detail.body.attempts).toHaveLength(1);
    expect(detail.body.body).toContain('webhook.test');
  });

  it.each([
    ['broken', { status: 500, failure: 'status_refused', answer: 'out of order' }],
    ['wrongKey', { status: 401, failure: 'status_refused', answer: 'wrong signature' }],
    ['redirect', { status: 302, failure: 'redirected' }],
    ['drop', { status: null, failure: 'connection_failed' }],
  ] as const)('says what went wrong: %s', async (mode, last) => {
    const { id } = await made();
    receiver.mode = mode;
    const { body } = await owner.call(webhooksCalls.test, { params: { id } });
    expect(body).toMatchObject({ state: 'dead', last });
    // It is no dead letter that somebody would miss.
    expect((await owner.call(webhooksCalls.get, { params: { id } })).body.deadCount).toBe(0);
    expect(receiver.received.length).toBeLessThanOrEqual(1);
  });

  it('reads 64 kB of an answer of 10 MB, and keeps how it begins', async () => {
    const { id } = await made();
    receiver.mode = 'huge';
    const { body } = await owner.call(webhooksCalls.test, { params: { id } });
    expect(body).toMatchObject({ state: 'delivered', last: { status: 200, answer: 'x'.repeat(1000) } });
    expect(receiver.takenBytes).toBeLessThan(5 * 1024 * 1024);
  });

  it('goes nowhere once the address leads into the own network', async () => {
    const { id } = await made({ url: 'https://hooks.example/hook' });
    const closed = await startTestServer({ connectionString: server.connectionString, copyKeyFrom: server.dataDir });
    const { body } = await closed.call(webhooksCalls.test, { params: { id } }, owner.session.accessToken);
    expect(body.last?.failure).toMatch(/^(dns_failed|address_refused)$/);
    await closed.stop();
  });

  it('is made twenty times a minute at most', async () => {
    const { id } = await made();
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push(await owner.call(webhooksCalls.test, { params: { id } }));
    expect(answers.at(-1)?.body).toMatchObject({ code: 'rate_limited' });
    expect(answers.slice(0, 20).map(({ status }) => status)).not.toContain(429);
  });
});

describe('a new secret', () => {
  it('is valid beside the former one for a day, then alone', async () => {
    const { id, secret } = await made();
    const { body: rotated } = await owner.call(webhooksCalls.rotate, { params: { id } });
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.formerSecretUntilUtcMs).toBeGreaterThan(clock() + dayMs - 60_000);
    const isTakenWith = async (held: string, by = owner): Promise<boolean> => {
      receiver.secret = held;
      return (await by.call(webhooksCalls.test, { params: { id } })).body.state === 'delivered';
    };
    expect(await isTakenWith(secret)).toBe(true);
    expect(await isTakenWith(rotated.secret)).toBe(true);
    aheadMs += dayMs + 1000;
    // Whoever was signed in a day ago is not any more.
    const next = await member(['OrganizationEdit']);
    expect(await isTakenWith(secret, next)).toBe(false);
    expect(await isTakenWith(rotated.secret, next)).toBe(true);
    expect((await next.call(webhooksCalls.get, { params: { id } })).body.formerSecretUntilUtcMs).toBeNull();
  });
});
