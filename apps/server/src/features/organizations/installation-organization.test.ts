import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { nameInstallationOrganization } from './installation-organization.ts';
import { installationOrganization } from './organizations.public.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const password = 'a long password';

it('the organization of the installation is the first of the first account, not that of a customer who signed up and was quicker', async () => {
  const boss = { name: 'Boss', email: 'boss@example.com', password };
  const first = (await server.call(sessionsCalls.createFirstAccount, { body: boss })).body.accessToken;
  await server.platform.accounts.create({ name: 'Customer', email: 'customer@example.com', password });
  const customer = (await server.call(sessionsCalls.signIn, { body: { email: 'customer@example.com', password } })).body
    .accessToken;
  const make = (name: string, token: string) =>
    server.call(organizationsCalls.create, { body: { name, color: '#336699' } }, token);
  const foreign = (await make('Customer', customer)).body;
  expect(foreign.isDefault).toBe(false);
  // What could be written down nowhere but at the customer's is not done.
  expect((await server.call(usersCalls.findAll, { body: { query: 'customer' } }, first)).body).toMatchObject({
    code: 'no_organization',
  });
  expect((await server.call(developerCalls.environment, {}, first)).body).toMatchObject({ code: 'no_organization' });
  const marks = { roles: [], isDeveloper: true, isDevTeam: false, isPartner: false };
  const { user } = (await server.call(sessionsCalls.current, {}, customer)).body;
  expect(
    (await server.call(developerCalls.setStaff, { params: { id: user.id }, body: marks }, first)).body,
  ).toMatchObject({ code: 'no_organization' });
  expect((await server.call(sessionsCalls.current, {}, customer)).body.user.isDeveloper).toBe(false);
  const own = (await make('Ours', first)).body;
  expect(own.isDefault).toBe(true);
  expect((await make('Second', first)).body.isDefault).toBe(false);
  expect((await server.call(usersCalls.findAll, { body: { query: 'customer' } }, first)).status).toBe(200);
  const staffActions = async (organizationId: string) => {
    const { database } = server.platform;
    return (
      await database.withOrganization(organizationId, (trx) =>
        trx.selectFrom('auditEntries').select('action').where('action', 'like', 'staff.%').execute(),
      )
    ).length;
  };
  expect([await staffActions(own.id), await staffActions(foreign.id)]).toEqual([1, 0]);
});

it('nobody inherits from the first account when it is deleted: an organization is named by whoever has the machine', async () => {
  const other = await startTestServer();
  try {
    const { database, changes, accounts } = other.platform;
    const [first, second] = [
      await accounts.create({ name: 'First', email: 'first@example.com', password }),
      await accounts.create({ name: 'Second', email: 'second@example.com', password }),
    ];
    await sql`delete from auth."user" where id = ${first.id}`.execute(database.global);
    const signedIn = await other.call(sessionsCalls.signIn, { body: { email: 'second@example.com', password } });
    expect(signedIn.body.user.id).toBe(second.id);
    const { accessToken } = signedIn.body;
    const made = (
      await other.call(organizationsCalls.create, { body: { name: 'Heir', color: '#336699' } }, accessToken)
    ).body;
    expect(made.isDefault).toBe(false);
    expect(await installationOrganization(database)).toBeNull();
    await nameInstallationOrganization({ database, changes }, made.id);
    expect(await installationOrganization(database)).toBe(made.id);
  } finally {
    await other.stop();
  }
});

it('an organization that is not there takes the mark from nobody, and a naming that ended half way is done again', async () => {
  const { database, changes } = server.platform;
  const before = (await installationOrganization(database)) ?? '';
  const marked = () =>
    database.withOrganization(before, async (trx) => {
      const row = await trx.selectFrom('organizations').select('isDefault').where('id', '=', before).executeTakeFirst();
      return row?.isDefault;
    });
  expect(await marked()).toBe(true);
  await expect(nameInstallationOrganization({ database, changes }, newId())).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await marked()).toBe(true);
  await database.withOrganization(before, (trx) =>
    trx.updateTable('organizations').set({ isDefault: false }).where('id', '=', before).execute(),
  );
  await nameInstallationOrganization({ database, changes }, before);
  expect(await marked()).toBe(true);
});
