import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;

const oidc = { issuer: 'https://198.18.0.1/', clientId: 'client' };
/** Nobody listens there, and only this test may try. */
const input = (change: Record<string, unknown> = {}) => ({
  kind: 'oidc' as const,
  name: 'Corp',
  oidc,
  clientSecret: 'never to be seen again',
  ...change,
});
const create = (change: Record<string, unknown> = {}, by: TestPerson = owner) =>
  by.call(authProvidersCalls.create, { body: input(change) });

beforeAll(async () => {
  server = await startTestServer({
    env: { SIGHTLINE_EGRESS_ALLOW: '198.18.0.0/24,127.0.0.1', SIGHTLINE_EGRESS_DENY: '198.18.0.66' },
  });
});
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
});
afterAll(() => server.stop());

async function groupWith(permission: Permission): Promise<string> {
  const id = newId();
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    await trx
      .insertInto('permissionGroups')
      .values({ organizationId, id, name: `Group ${permission}` })
      .execute();
    await trx
      .insertInto('groupGrants')
      .values({ organizationId, groupId: id, permission, entityKind: 'organization', entityId: null })
      .execute();
  });
  return id;
}

describe('a provider', () => {
  it('is refused to people who may edit the organization but not manage its people: it decides who comes in', async () => {
    const editor = await server.person({ organizationId, permissions: ['OrganizationEdit'] });
    const { body: made } = await create();
    expect((await create({}, editor)).body).toMatchObject({ code: 'forbidden', data: { permission: 'UserManage' } });
    const change = { params: { id: made.id }, body: { provider: input({ name: 'Mine' }), revision: 1 } };
    expect((await editor.call(authProvidersCalls.update, change)).body).toMatchObject({ code: 'forbidden' });
    expect((await editor.call(authProvidersCalls.remove, { params: { id: made.id } })).body).toMatchObject({
      code: 'forbidden',
    });
  });

  it('gives new people nothing that its maker does not hold, and no groups of nowhere', async () => {
    const some = await server.person({ organizationId, permissions: ['OrganizationEdit', 'UserManage'] });
    const administrators = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('permissionGroups').select('id').where('isAdministrators', '=', true).executeTakeFirstOrThrow(),
    );
    const groups = [administrators.id, await groupWith('AuditView')];
    for (const id of groups)
      expect((await create({ defaultGroupIds: [id] }, some)).body).toMatchObject({ code: 'grant_exceeds_own' });
    // Whoever makes a provider could come in as an administrator by its word.
    const lacking = { code: 'grant_exceeds_own', data: { permission: 'OrganizationDatabase' } };
    expect((await create({}, some)).body).toMatchObject(lacking);
    const { body: made } = await create();
    const change = { params: { id: made.id }, body: { provider: input({ name: 'Mine' }), revision: 1 } };
    expect((await some.call(authProvidersCalls.update, change)).body).toMatchObject(lacking);
    expect((await create({ defaultGroupIds: groups })).status).toBe(201);
    expect((await create({ defaultGroupIds: [newId()] })).body).toMatchObject({ code: 'not_found' });
    const stranger = await server.person();
    expect((await create({ defaultGroupIds: groups }, stranger)).body).toMatchObject({ code: 'not_found' });
  });

  it.each([
    'https://127.0.0.2/',
    'https://10.1.2.3/',
    'https://169.254.169.254/',
    'https://[::1]/',
    'https://198.18.0.66/',
    'http://1.1.1.1/',
  ])('is refused at an address that the server may not call: %s', async (issuer) => {
    expect((await create({ oidc: { ...oidc, issuer } })).body).toMatchObject({ code: 'address_refused' });
  });

  it('is kept though its name does not resolve, and never shows its secret again', async () => {
    const made = await create({ oidc: { ...oidc, issuer: 'https://nowhere.invalid/' } });
    expect(made.body).toMatchObject({
      hasSecret: true,
      isEnabled: true,
      revision: 1,
      state: { isReachable: null, checkedAt: null, failure: null },
    });
    expect((await owner.call(authProvidersCalls.test, { params: { id: made.body.id } })).body).toEqual({
      isReachable: false,
      failure: 'dns_failed',
    });
    const listed = await owner.call(authProvidersCalls.list, {});
    const { rows } = await server.platform.database.withOrganization(organizationId, (trx) =>
      sql`select auth_providers::text as text from auth_providers`.execute(trx),
    );
    expect(rows).toHaveLength(1);
    const audited = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.selectFrom('auditEntries').selectAll().execute(),
    );
    expect(listed.body.items).toMatchObject([
      { id: made.body.id, state: { isReachable: false, failure: 'dns_failed' } },
    ]);
    const seen = JSON.stringify([made.body, listed.body, rows, audited]) + server.logged();
    expect(seen).not.toContain('never to be seen');
    expect(audited.map(({ action }) => action)).toContain('authProvider.create');
  });

  it('keeps its secret when none is typed, and gives it to no other issuer', async () => {
    const { body: made } = await create();
    const { clientSecret: _secret, ...rest } = input();
    const put = (provider: ReturnType<typeof input> | typeof rest, revision: number) =>
      owner.call(authProvidersCalls.update, { params: { id: made.id }, body: { provider, revision } });
    expect((await put({ ...rest, name: 'Renamed' }, 1)).body).toMatchObject({
      name: 'Renamed',
      hasSecret: true,
      revision: 2,
    });
    expect((await put({ ...rest, oidc: { ...oidc, issuer: 'https://198.18.0.2/' } }, 2)).body).toMatchObject({
      hasSecret: false,
      revision: 3,
    });
  });

  it('is changed by one of two who change it at once; the other is told', async () => {
    const { body: made } = await create();
    const put = (name: string) =>
      owner.call(authProvidersCalls.update, {
        params: { id: made.id },
        body: { provider: input({ name }), revision: 1 },
      });
    const answers = await Promise.all([put('One'), put('Two')]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      data: { revision: 2 },
    });
  });

  it('does not become one of another kind', async () => {
    const { body: made } = await create();
    const saml = {
      kind: 'saml' as const,
      name: 'S',
      saml: { entryPoint: 'https://1.1.1.1/', idpIssuer: 'x', certificate: 'x' },
    };
    expect(
      (await owner.call(authProvidersCalls.update, { params: { id: made.id }, body: { provider: saml, revision: 1 } }))
        .status,
    ).toBe(400);
  });

  it('is one of fifty at most, also when many are added at once', async () => {
    const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => create({ name: `P ${n}` })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'too_many', data: { limit: 50 } });
  });

  it('does not take what the form has not: ids, organizations and states of others', async () => {
    const foreign = await server.person();
    const { body } = await create({
      id: newId(),
      organizationId: foreign.session.activeOrganizationId,
      revision: 9,
      sealedSecret: 'x',
      state: { isReachable: true },
    });
    expect(body).toMatchObject({ revision: 1, state: { isReachable: null } });
    expect((await foreign.call(authProvidersCalls.list, {})).body.items).toEqual([]);
  });

  it('survives every sign in its name', async () => {
    for (const name of ["'; drop table auth_providers; --", '😀 \u200fשלום\u200e', '<script>alert(1)</script>'])
      expect((await create({ name })).body).toMatchObject({ name });
    expect((await create({ name: 'a\u202eb\u202c' })).body).toMatchObject({ name: 'ab' });
    expect((await create({ name: 'x'.repeat(900_000) })).body).toMatchObject({ code: 'validation_failed' });
  });
});

describe('taking a provider away', () => {
  const identity = (userId: string, providerId: string) =>
    sql`insert into auth."account" ("id", "accountId", "providerId", "userId", "origin", "updatedAt") values (${newId()}, ${newId()}, ${providerId}, ${userId}, 'linked', now())`.execute(
      server.platform.database.global,
    );
  const counts = async (providerId: string): Promise<unknown> => {
    const { rows } = await sql`
      select (select count(*) from auth."account" where "providerId" = ${providerId}) as identities,
        (select count(*) from auth."session" where auth_provider_id = ${providerId}) as sessions,
        (select count(*) from auth_provider_directory where id = ${providerId}::uuid) as listed`.execute(
      server.platform.database.global,
    );
    return rows[0];
  };
  const open = async (userId: string, authProviderId: string): Promise<string> => {
    const proven = { userId, authProviderId, providerOrganizationId: organizationId };
    return (await server.platform.sessions.open(proven, { address: '127.0.0.1', userAgent: null })).session.accessToken;
  };

  it('takes its identities and ends its sessions', async () => {
    const { body: made } = await create();
    const member = await server.person({ organizationId });
    await identity(member.userId, made.id);
    const token = await open(member.userId, made.id);
    expect((await server.call(organizationsCalls.getCurrent, {}, token)).status).toBe(200);
    expect((await owner.call(authProvidersCalls.remove, { params: { id: made.id } })).status).toBe(200);
    expect(await counts(made.id)).toEqual({ identities: 0, sessions: 0, listed: 0 });
    expect((await server.call(organizationsCalls.getCurrent, {}, token)).body).toMatchObject({
      code: 'unauthenticated',
    });
    expect((await owner.call(authProvidersCalls.remove, { params: { id: made.id } })).body).toMatchObject({
      code: 'not_found',
    });
  });

  it('ends its sessions also when it is only switched off, and keeps its identities', async () => {
    const { body: made } = await create();
    const member = await server.person({ organizationId });
    await identity(member.userId, made.id);
    await open(member.userId, made.id);
    await owner.call(authProvidersCalls.update, {
      params: { id: made.id },
      body: { provider: input({ isEnabled: false }), revision: 1 },
    });
    expect(await counts(made.id)).toEqual({ identities: 1, sessions: 0, listed: 1 });
  });

  it('is refused where no administrator could sign in any more', async () => {
    const { body: made } = await create();
    await identity(owner.userId, made.id);
    const { body: second } = await create();
    // One of a password ends as soon as the organization takes none.
    const token = await open(owner.userId, second.id);
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx.updateTable('organizations').set({ allowsPassword: false }).where('id', '=', organizationId).execute(),
    );
    expect((await server.call(authProvidersCalls.remove, { params: { id: made.id } }, token)).body).toMatchObject({
      code: 'last_administrator',
    });
    const change = { params: { id: made.id }, body: { provider: input({ isEnabled: false }), revision: 1 } };
    expect((await server.call(authProvidersCalls.update, change, token)).body).toMatchObject({
      code: 'last_administrator',
    });
    expect(await counts(made.id)).toMatchObject({ identities: 1, listed: 1 });
    await identity(owner.userId, second.id);
    expect((await server.call(authProvidersCalls.remove, { params: { id: made.id } }, token)).status).toBe(200);
  });
});
