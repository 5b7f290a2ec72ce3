import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { startNameServer, type NameServerSimulator } from '@sightline/simulators/names/name-server-simulator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { createDomainProofs, proofRecord } from './domain-proofs.ts';

const dayMs = 86_400_000;

let names: NameServerSimulator;
let server: TestServer;
let closed: TestServer;
let aheadMs = 0;

beforeAll(async () => {
  names = await startNameServer();
  const env = { SIGHTLINE_EGRESS_ALLOW: '198.18.0.0/24', SIGHTLINE_DNS_SERVERS: names.address };
  server = await startTestServer({ env, clock: () => systemClock() + aheadMs });
  closed = await startTestServer({ env: { ...env, SIGHTLINE_SIGN_UP: 'closed' } });
});
beforeEach(() => {
  aheadMs = 0;
  names.setFault(null);
});
afterAll(() => Promise.all([server.stop(), closed.stop(), names.stop()]));

const placeOf = ({ session }: TestPerson): string => session.activeOrganizationId ?? '';

async function provider(by: TestPerson, change: Record<string, unknown> = {}): Promise<string> {
  const body = {
    kind: 'oidc' as const,
    name: 'Corp',
    oidc: { issuer: 'https://198.18.0.1/', clientId: 'client' },
    clientSecret: 'x',
    ...change,
  };
  return (await by.call(authProvidersCalls.create, { body })).body.id;
}

function publish(by: TestPerson, domain: string): void {
  const { name, value } = proofRecord(placeOf(by), domain);
  names.setText(name, ['v=spf1 -all', value]);
}

const prove = async (by: TestPerson, id: string, domain: string) =>
  (await by.call(authProvidersCalls.proveDomain, { params: { id }, body: { domain } })).body;

/** Somebody with a provider whose domain the DNS says is theirs. */
async function proved(
  domain: string,
  change: Record<string, unknown> = {},
): Promise<{ owner: TestPerson; id: string }> {
  const owner = await server.person();
  const id = await provider(owner, { domains: [domain], ...change });
  publish(owner, domain);
  expect(await prove(owner, id, domain)).toMatchObject({ state: 'proved', failure: null });
  return { owner, id };
}

/** A member whose address is confirmed. */
async function member(of: TestPerson, email: string, on = server): Promise<void> {
  const { id } = await on.platform.accounts.create({ name: 'Colleague', email, password: 'a long password' });
  const organizationId = placeOf(of);
  await on.platform.database.withOrganization(organizationId, (trx) =>
    trx.insertInto('memberships').values({ organizationId, userId: id }).execute(),
  );
}

const offered = async (email: string, on = server) =>
  (await on.call(authProvidersCalls.offered, { body: { email } })).body.items;

describe('what the sign-in page is offered', () => {
  it('is nothing of an organization that only wrote the domain down, though a member has a confirmed address there', async () => {
    const owner = await server.person();
    await provider(owner, { name: 'Microsoft 365', domains: ['victim.example'] });
    await member(owner, 'employee@victim.example');
    for (const email of ['boss@victim.example', 'employee@victim.example']) expect(await offered(email)).toEqual([]);
    // Who is in the organization may link its provider all the same.
    const { body } = await owner.call(authProvidersCalls.offered, { body: { email: 'mine@victim.example' } });
    expect(body.items).toMatchObject([{ name: 'Microsoft 365' }]);
  });

  it('is the provider of who proved the domain, with whose it is and where it leads', async () => {
    const { owner } = await proved('offered.example', { domains: ['Offered.example', 'second.example'] });
    await provider(owner, { name: 'Off', domains: ['offered.example'], isEnabled: false });
    const expected = [
      { kind: 'oidc', name: 'Corp', organizationName: owner.session.organization?.orgName, host: '198.18.0.1' },
    ];
    for (const email of ['a@offered.example', 'B@OFFERED.example'])
      expect(await offered(email)).toMatchObject(expected);
    for (const email of ['a@second.example', 'a@sub.offered.example', 'a@offered.example.evil'])
      expect(await offered(email)).toEqual([]);
    // The proof is the organization's: another provider of it needs none of its own.
    await provider(owner, { name: 'Later', domains: ['offered.example'] });
    expect(await offered('a@offered.example')).toHaveLength(2);
  });

  it('is the same, in the same order, whoever the address belongs to', async () => {
    const first = await proved('alike.example', { name: 'First' });
    const second = await proved('alike.example', { name: 'Second' });
    // One value of the record does not push the other out.
    names.setText(
      '_sightline.alike.example',
      [first, second].map(({ owner }) => proofRecord(placeOf(owner), 'alike.example').value),
    );
    await member(first.owner, 'one@alike.example');
    await member(second.owner, 'two@alike.example');
    const answers = await Promise.all(
      ['one@alike.example', 'two@alike.example', 'nobody@alike.example'].map((email) => offered(email)),
    );
    expect(answers[0]?.map(({ name }) => name).sort()).toEqual(['First', 'Second']);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('is nothing for a public mail service, whatever its DNS says', async () => {
    const owner = await server.person();
    const id = await provider(owner, { domains: ['gmail.com'] });
    publish(owner, 'gmail.com');
    expect(await prove(owner, id, 'gmail.com')).toMatchObject({ state: 'shared' });
    expect(await offered('anybody@gmail.com')).toEqual([]);
    expect(names.asked()).not.toContain('_sightline.gmail.com');
  });

  it('is not crowded out by organizations that wrote the domain down', async () => {
    for (let n = 0; n < 12; n += 1)
      await provider(await server.person(), { name: `Stranger ${n}`, domains: ['crowded.example'] });
    await proved('crowded.example', { name: 'Real' });
    expect((await offered('anybody@crowded.example')).map(({ name }) => name)).toEqual(['Real']);
  }, 60_000);

  it('takes turns between those who proved a domain: one with many providers pushes nobody out', async () => {
    const first = await proved('turns.example', { name: 'Many 0' });
    for (let n = 1; n < 12; n += 1) await provider(first.owner, { name: `Many ${n}`, domains: ['turns.example'] });
    const second = await proved('turns.example', { name: 'Other' });
    names.setText(
      '_sightline.turns.example',
      [first, second].map(({ owner }) => proofRecord(placeOf(owner), 'turns.example').value),
    );
    const shown = (await offered('anybody@turns.example')).map(({ name }) => name);
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 2)).toEqual(['Many 0', 'Other']);
  });

  it('is refused after many questions from one address', async () => {
    const answers = [];
    for (let n = 0; n < 130; n += 1)
      answers.push((await closed.call(authProvidersCalls.offered, { body: { email: `a${n}@x.example` } })).body);
    expect(answers.at(-1)).toMatchObject({ code: 'rate_limited' });
  });
});

describe('where accounts are made by invitation only', () => {
  it('a domain counts without a record while everybody here with an address of it is a member', async () => {
    await closed.stop();
    closed = await startTestServer({
      env: {
        SIGHTLINE_EGRESS_ALLOW: '198.18.0.0/24',
        SIGHTLINE_DNS_SERVERS: names.address,
        SIGHTLINE_SIGN_UP: 'closed',
      },
    });
    const owner = await closed.person();
    const id = await provider(owner, { domains: ['inside.example'] });
    expect(await offered('anybody@inside.example', closed)).toEqual([]);
    await member(owner, 'one@inside.example', closed);
    expect(await offered('anybody@inside.example', closed)).toMatchObject([{ id }]);
    expect((await owner.call(authProvidersCalls.list, {})).body.items).toMatchObject([
      { domainProofs: [{ domain: 'inside.example', state: 'members' }] },
    ]);
    await closed.platform.accounts.create({
      name: 'Of another',
      email: 'two@inside.example',
      password: 'a long password',
    });
    expect(await offered('anybody@inside.example', closed)).toEqual([]);
  });

  it('a mail domain that anybody can have an address of never counts, though everybody here with one is a member', async () => {
    const owner = await closed.person();
    await provider(owner, { domains: ['gmail.com'] });
    await member(owner, 'one@gmail.com', closed);
    expect(await offered('anybody@gmail.com', closed)).toEqual([]);
  });

  it('who has all the accounts of a domain is not offered beside who proved it', async () => {
    const stranger = await closed.person();
    const strangers = await provider(stranger, { name: 'Stranger', domains: ['taken-over.example'] });
    await member(stranger, 'one@taken-over.example', closed);
    expect(await offered('anybody@taken-over.example', closed)).toMatchObject([{ id: strangers }]);
    const owner = await closed.person();
    const id = await provider(owner, { domains: ['taken-over.example'] });
    publish(owner, 'taken-over.example');
    expect(await prove(owner, id, 'taken-over.example')).toMatchObject({ state: 'proved' });
    expect((await offered('anybody@taken-over.example', closed)).map((item) => item.id)).toEqual([id]);
  });
});

describe('proving a domain', () => {
  it('is for who manages people, and for domains of the provider', async () => {
    const owner = await server.person();
    const id = await provider(owner, { domains: ['mine.example'] });
    const editor = await server.person({ organizationId: placeOf(owner), permissions: ['OrganizationEdit'] });
    expect(await prove(editor, id, 'mine.example')).toMatchObject({
      code: 'forbidden',
      data: { permission: 'UserManage' },
    });
    expect(await prove(owner, id, 'other.example')).toMatchObject({ code: 'not_found' });
    expect(await prove(await server.person(), id, 'mine.example')).toMatchObject({ code: 'not_found' });
    expect(names.asked()).not.toContain('_sightline.mine.example');
  });

  it('does not take the record of another organization, nor an answer that did not come', async () => {
    const owner = await server.person();
    const id = await provider(owner, { domains: ['taken.example'] });
    publish(await server.person(), 'taken.example');
    expect(await prove(owner, id, 'taken.example')).toMatchObject({
      state: 'unproved',
      failure: 'record_missing',
      record: proofRecord(placeOf(owner), 'taken.example'),
    });
    publish(owner, 'taken.example');
    names.setFault('failed');
    expect(await prove(owner, id, 'taken.example')).toMatchObject({ state: 'unproved', failure: 'dns_failed' });
    expect(await offered('a@taken.example')).toEqual([]);
  }, 30_000);

  it('ends when somebody looks and the record is gone; a name server that is away ends nothing', async () => {
    const { owner, id } = await proved('gone.example');
    names.setFault('refused');
    expect(await prove(owner, id, 'gone.example')).toMatchObject({ state: 'proved', failure: 'dns_failed' });
    names.setFault(null);
    names.setText('_sightline.gone.example', []);
    expect(await prove(owner, id, 'gone.example')).toMatchObject({ state: 'unproved', failure: 'record_missing' });
    expect(await offered('a@gone.example')).toEqual([]);
    const { items } = (await owner.call(authProvidersCalls.list, {})).body;
    expect(items).toMatchObject([
      { domainProofs: [{ domain: 'gone.example', state: 'unproved', failure: 'record_missing' }] },
    ]);
  }, 30_000);

  it('is looked at once a day, and ends after a week without the record', async () => {
    const { owner } = await proved('moved.example');
    const look = async (days: number): Promise<number> => {
      aheadMs = days * dayMs;
      await server.platform.domainProofs.checkAgain();
      return (await offered('a@moved.example')).length;
    };
    names.setText('_sightline.moved.example', []);
    expect(await look(1.1)).toBe(1);
    publish(owner, 'moved.example');
    expect(await look(7.5)).toBe(1);
    names.setText('_sightline.moved.example', []);
    expect(await look(9)).toBe(1);
    expect(await look(12)).toBe(1);
    expect(await look(16.1)).toBe(0);
  });

  it('ends after a week without an answer of the name servers, and needs attention before that', async () => {
    const { owner } = await proved('silent.example');
    const told = async () => {
      const place = { organizationId: placeOf(owner), permissions: ['OrganizationEdit', 'LocationView'] };
      const { body } = await (await server.person(place)).call(attentionCalls.list, {});
      return body.items.filter((item) => item.kind === 'credential');
    };
    const look = async (days: number): Promise<number> => {
      aheadMs = days * dayMs;
      await server.platform.domainProofs.checkAgain();
      return (await offered('a@silent.example')).length;
    };
    names.setFault('refused');
    expect(await look(1.1)).toBe(1);
    expect(await told()).toEqual([]);
    expect(await look(6.9)).toBe(1);
    const soon = { of: 'signInDomain', name: 'silent.example', isOpen: false };
    expect(await told()).toMatchObject([soon]);
    expect((await told())[0]?.expiresAtUtcMs).toBeGreaterThan(systemClock() + aheadMs);
    expect(await look(7.1)).toBe(0);
    expect(await told()).toMatchObject([soon]);
    expect((await told())[0]?.expiresAtUtcMs).toBeLessThan(systemClock() + aheadMs);
    names.setFault(null);
    // What has ended needs somebody who verifies it again.
    expect(await look(7.2)).toBe(0);
    aheadMs = 8.2 * dayMs;
    expect(await told()).toEqual([]);
  }, 30_000);

  it('is looked at again within an hour after a look that failed', async () => {
    await proved('hourly.example');
    const asked = (): number => names.asked().filter((name) => name === '_sightline.hourly.example').length;
    names.setText('_sightline.hourly.example', []);
    aheadMs = 1.1 * dayMs;
    await server.platform.domainProofs.checkAgain();
    const before = asked();
    aheadMs += 1_800_000;
    await server.platform.domainProofs.checkAgain();
    expect(asked()).toBe(before);
    aheadMs += 1_800_001;
    await server.platform.domainProofs.checkAgain();
    expect(asked()).toBe(before + 1);
  });

  it('is forgotten with the last provider of the domain, and needs a new look when one is added later', async () => {
    const { owner, id } = await proved('left.example');
    const second = await provider(owner, { name: 'Second', domains: ['left.example'] });
    await owner.call(authProvidersCalls.remove, { params: { id } });
    expect(await offered('a@left.example')).toMatchObject([{ id: second }]);
    const { items } = (await owner.call(authProvidersCalls.list, {})).body;
    const body = {
      provider: {
        kind: 'oidc' as const,
        name: 'Second',
        domains: ['other-left.example'],
        oidc: { issuer: 'https://198.18.0.1/', clientId: 'client' },
      },
      revision: items[0]?.revision ?? 0,
    };
    expect((await owner.call(authProvidersCalls.update, { params: { id: second }, body })).status).toBe(200);
    names.setText('_sightline.left.example', []);
    const later = await provider(owner, { name: 'Later', domains: ['left.example'] });
    expect(await offered('a@left.example')).toEqual([]);
    publish(owner, 'left.example');
    expect(await prove(owner, later, 'left.example')).toMatchObject({ state: 'proved' });
    expect(await offered('a@left.example')).toMatchObject([{ id: later }]);
    await owner.call(authProvidersCalls.remove, { params: { id: later } });
    const last = await provider(owner, { name: 'Last', domains: ['left.example'] });
    expect(await offered('a@left.example')).toEqual([]);
    expect(await prove(owner, last, 'left.example')).toMatchObject({ state: 'proved' });
  });

  it('waits for a few silent name servers at once, and begins none after a minute', async () => {
    const owner = await server.person();
    const domains = Array.from({ length: 30 }, (_none, index) => `many-${index}.example`);
    const id = await provider(owner, { domains });
    for (const domain of domains) {
      publish(owner, domain);
      await prove(owner, id, domain);
    }
    let nowMs = systemClock() + 1.1 * dayMs;
    let waiting = 0;
    const most: number[] = [];
    const asked: string[] = [];
    const proofs = createDomainProofs({
      ...server.platform,
      isSignUpOpen: true,
      clock: () => nowMs,
      names: {
        find: async (name) => {
          asked.push(name);
          most.push((waiting += 1));
          await new Promise((resolve) => setImmediate(resolve));
          if (asked.length >= 20) nowMs += 61_000;
          waiting -= 1;
          throw new Error('no name server answered');
        },
      },
    });
    await proofs.checkAgain();
    expect(Math.max(...most)).toBeGreaterThan(1);
    expect(Math.max(...most)).toBeLessThanOrEqual(8);
    expect(asked.length).toBeLessThan(30);
    const first = new Set(asked);
    nowMs += 1000;
    await proofs.checkAgain();
    // Those that were left are first in the next round.
    expect(first.has(asked[first.size] ?? '')).toBe(false);
  });
});

describe('the link of a provider', () => {
  it('tells whose it is and where it leads, to anybody who has it, as long as it may be used', async () => {
    const owner = await server.person();
    const id = await provider(owner, { domains: [] });
    const { items } = (await owner.call(authProvidersCalls.list, {})).body;
    expect(items[0]?.signInUrl).toBe(`${server.url}/auth/login?provider=${id}`);
    const named = {
      id,
      kind: 'oidc',
      name: 'Corp',
      organizationName: owner.session.organization?.orgName,
      host: '198.18.0.1',
    };
    expect((await server.call(authProvidersCalls.named, { params: { id } })).body).toEqual(named);
    await server.platform.database.withOrganization(placeOf(owner), (trx) =>
      trx.updateTable('organizations').set({ allowsProviders: false }).where('id', '=', placeOf(owner)).execute(),
    );
    expect((await server.call(authProvidersCalls.named, { params: { id } })).body).toMatchObject({ code: 'not_found' });
  });
});
