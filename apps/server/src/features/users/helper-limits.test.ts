import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls as calls } from '@sightline/contracts/users/users.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitForMail } from '../../../testing/test-mail.ts';
import { letHelp } from '../../../testing/test-tenant.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { signInRulesTopic } from '../../platform/auth/sign-in-rules-topic.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer({ env: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
});

const administrators = async (): Promise<{ id: string; revision: number }> => {
  const [group] = (await owner.call(permissionGroupsCalls.filter, { query: { query: 'Administrators' }, body: {} }))
    .body.items;
  return { id: group?.id ?? '', revision: group?.revision ?? 0 };
};

/** Somebody who helps here with every right for a day, and an invitation that waits. */
async function helper(): Promise<{ helper: TestPerson; token: string; inviteId: string }> {
  const person = await server.person();
  await letHelp(server, {
    organizationId,
    helperId: person.session.activeOrganizationId ?? '',
    groupId: (await administrators()).id,
  });
  const { body } = await person.call(sessionsCalls.switchOrganization, { body: { organizationId } });
  const invited = await owner.call(calls.invite, { body: { emails: [`waits-${person.userId}@example.com`] } });
  return { helper: person, token: body.accessToken, inviteId: invited.body.invites[0]?.id ?? '' };
}

describe('somebody who helps, even with every right', () => {
  it('opens no way in that would outlast the help: no invitations, no helpers, no providers', async () => {
    const { helper: person, token, inviteId } = await helper();
    const { id } = await administrators();
    const emails = [person.session.user.email];
    expect((await server.call(calls.invite, { body: { emails, groupIds: [id] } }, token)).body).toMatchObject({
      code: 'forbidden',
    });
    const support = { email: person.session.user.email, accessUntil: Date.now() + 80 * 86_400_000, groupIds: [id] };
    expect((await server.call(calls.inviteSupport, { body: support }, token)).body).toMatchObject({
      code: 'forbidden',
    });
    expect((await server.call(calls.resendInvite, { params: { id: inviteId } }, token)).body).toMatchObject({
      code: 'forbidden',
    });
    const oidc = { kind: 'oidc' as const, name: 'Mine', oidc: { issuer: 'https://127.0.0.1/', clientId: 'x' } };
    expect((await server.call(authProvidersCalls.create, { body: oidc }, token)).body).toMatchObject({
      code: 'forbidden',
    });
    const { body: made } = await owner.call(authProvidersCalls.create, { body: oidc });
    const change = { params: { id: made.id }, body: { provider: oidc, revision: 1 } };
    expect((await server.call(authProvidersCalls.update, change, token)).body).toMatchObject({ code: 'forbidden' });
    expect(
      (
        await server.call(
          apiKeysCalls.create,
          { body: { name: 'Mine', scopes: ['CameraView'], expiresAt: null } },
          token,
        )
      ).body,
    ).toMatchObject({
      code: 'forbidden',
    });
  });

  it('makes and unmakes no administrators, in whatever way', async () => {
    const { token } = await helper();
    const member = await server.person({ organizationId, permissions: [] });
    const second = await server.person({ organizationId, permissions: [] });
    const { id } = await administrators();
    await owner.call(permissionGroupsCalls.setUserGroups, { params: { id: second.userId }, body: { groupIds: [id] } });
    const { revision } = await administrators();
    const both = [owner.userId, second.userId];
    const setUsers = (users: string[]) =>
      server.call(permissionGroupsCalls.setUsers, { params: { id }, body: { users, revision } }, token);
    expect((await setUsers([...both, member.userId])).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await setUsers([second.userId])).body).toMatchObject({ code: 'grant_exceeds_own' });
    const groups = (userId: string, groupIds: string[]) =>
      server.call(permissionGroupsCalls.setUserGroups, { params: { id: userId }, body: { groupIds } }, token);
    expect((await groups(member.userId, [id])).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect((await groups(second.userId, [])).body).toMatchObject({ code: 'grant_exceeds_own' });
    expect(
      (await server.call(calls.update, { params: { id: second.userId }, body: { groupIds: [] } }, token)).body,
    ).toMatchObject({
      code: 'grant_exceeds_own',
    });
    expect((await server.call(calls.remove, { params: { id: second.userId } }, token)).body).toMatchObject({
      code: 'forbidden',
    });
    const role = (userId: string) =>
      server.call(calls.update, { params: { id: userId }, body: { role: 'OPERATOR' } }, token);
    expect((await role(second.userId)).body).toMatchObject({ code: 'forbidden' });
    // Others they may still manage: that is what they were asked for.
    expect((await role(member.userId)).body).toMatchObject({ role: 'OPERATOR' });
    expect((await server.call(calls.remove, { params: { id: member.userId } }, token)).status).toBe(200);
  });
});

describe('invitations', () => {
  it('are sixty in a minute of one person, in however many organizations', async () => {
    const tokens = await Promise.all(
      ['One', 'Two'].map(async (name) => {
        const { body } = await owner.call(organizationsCalls.create, { body: { name, color: '#123456' } });
        return (await owner.call(sessionsCalls.switchOrganization, { body: { organizationId: body.id } })).body
          .accessToken;
      }),
    );
    const send = (token: string | undefined) =>
      server.call(
        calls.invite,
        { body: { emails: Array.from({ length: 40 }, (_, n) => `guest-${n}@example.com`) } },
        token,
      );
    expect((await send(tokens[0])).status).toBe(201);
    expect((await send(tokens[1])).body).toMatchObject({ code: 'rate_limited' });
  });
});

describe('a request for help', () => {
  it('is accepted by nobody who may not use the own organization just now', async () => {
    const boss = await server.person();
    const place = boss.session.activeOrganizationId ?? '';
    await owner.call(calls.inviteSupport, {
      body: {
        email: boss.session.user.email,
        accessUntil: Date.now() + 3_600_000,
        groupIds: [(await administrators()).id],
      },
    });
    const { token } = await waitForMail(server, boss.session.user.email);
    await server.platform.database.withOrganization(place, (trx) =>
      trx.updateTable('organizations').set({ demandsMfa: true }).execute(),
    );
    server.platform.bus.publish(signInRulesTopic, { organizationId: place });
    expect((await boss.call(calls.acceptInvite, { body: { token } })).body).toMatchObject({ code: 'mfa_demanded' });
  });
});
