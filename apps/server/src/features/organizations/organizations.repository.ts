import { sql } from 'kysely';
import {
  defaultAnalyticsSwitches,
  type AnalyticsSwitches,
} from '@sightline/contracts/organizations/analytics-switches';
import { defaultTakeLapsesMinutes, type OrganizationInput } from '@sightline/contracts/organizations/organization';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

const columns = [
  'id',
  'name',
  'color',
  'createdAt',
  'revision',
  'isDefault',
  'disableInactivity',
  'localLiveStream',
  'takeLapsesMinutes',
  'allowsPassword',
  'allowsProviders',
  'demandsMfa',
] as const;

export type OrganizationRow = Pick<Row<'organizations'>, (typeof columns)[number]>;

export async function findOrganization(trx: Work, organizationId: string): Promise<OrganizationRow | undefined> {
  return trx.selectFrom('organizations').select(columns).where('id', '=', organizationId).executeTakeFirst();
}

/** The organization, which nobody else changes until the transaction ends. What belongs to it is written meanwhile. */
export async function holdOrganization(trx: Work, organizationId: string): Promise<OrganizationRow | undefined> {
  return trx
    .selectFrom('organizations')
    .select(columns)
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** True for whoever made the first account that this installation ever had. */
async function madeFirstAccount(trx: Work, userId: string): Promise<boolean> {
  const first = await trx.selectFrom('firstAccount').select('userId').executeTakeFirst();
  return first?.userId === userId;
}

/** Makes an organization the one of the installation, unless it has one. */
async function claimInstallation(trx: Work, organizationId: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('installation')
    .values({ defaultOrganizationId: organizationId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('defaultOrganizationId')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** The first organization of whoever set the installation up is the one of the installation; a customer who was quicker gets none. */
export async function insertOrganization(
  trx: Work,
  organizationId: string,
  { madeBy, ...input }: OrganizationInput & { madeBy: string },
): Promise<OrganizationRow> {
  const isDefault = (await madeFirstAccount(trx, madeBy)) && (await claimInstallation(trx, organizationId));
  return trx
    .insertInto('organizations')
    .values({ id: organizationId, ...input, isDefault })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** In how many organizations a person is, helping not counted. */
export const countMemberships = (database: Database, userId: string): Promise<number> =>
  database.withPerson(userId, async (trx) => {
    const { count } = await trx
      .selectFrom('memberships')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  });

/** Makes a person the first member and administrator: one of a group that holds everything. */
export async function addAdministrator(trx: Work, organizationId: string, userId: string): Promise<void> {
  const groupId = newId();
  await trx.insertInto('memberships').values({ organizationId, userId }).execute();
  await trx
    .insertInto('permissionGroups')
    .values({ organizationId, id: groupId, name: 'Administrators', isAdministrators: true })
    .execute();
  await trx.insertInto('groupUsers').values({ organizationId, groupId, userId }).execute();
}

export async function updateOrganization(
  trx: Work,
  organizationId: string,
  change: Partial<Omit<OrganizationRow, 'id' | 'createdAt' | 'revision' | 'isDefault'>>,
): Promise<OrganizationRow> {
  return trx
    .updateTable('organizations')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('id', '=', organizationId)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** So many minutes whoever took an alert has it without doing anything about it. */
export async function findTakeLapsesMinutes(trx: Work, organizationId: string): Promise<number> {
  const row = await trx
    .selectFrom('organizations')
    .select('takeLapsesMinutes')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.takeLapsesMinutes ?? defaultTakeLapsesMinutes;
}

/** Which recognition the organization allows; what was never said is allowed. */
export async function findAnalyticsSwitches(trx: Work, organizationId: string): Promise<AnalyticsSwitches> {
  const row = await trx
    .selectFrom('organizations')
    .select('analyticsSwitches')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return { ...defaultAnalyticsSwitches, ...row?.analyticsSwitches };
}

export async function setAnalyticsSwitches(
  trx: Work,
  organizationId: string,
  switches: AnalyticsSwitches,
): Promise<void> {
  await trx
    .updateTable('organizations')
    .set((eb) => ({ analyticsSwitches: JSON.stringify(switches), revision: eb('revision', '+', 1) }))
    .where('id', '=', organizationId)
    .execute();
}

/** Organizations of the person with this e-mail, by name; by e-mail, because that is what one knows in an emergency. */
export async function organizationsOfPerson(
  database: Database,
  email: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string }>`select id from auth."user" where email = ${email.toLowerCase()}`.execute(
    database.global,
  );
  const userId = rows[0]?.id;
  if (userId === undefined) return [];
  return database.withPerson(userId, (trx) =>
    trx
      .selectFrom('memberships as m')
      .innerJoin('organizations as o', 'o.id', 'm.organizationId')
      .select(['o.id', 'o.name'])
      .where('m.userId', '=', userId)
      .orderBy('o.name')
      .execute(),
  );
}
