import type { ApiLimit, IntegrationDetails } from '@sightline/contracts/integrations/integration';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type IntegrationRow = Row<'integrations'>;
/** What this server reaches itself. */
export type OwnService = 'noonlight' | 'sightline';
/** What is counted here. */
export type CountedService = Exclude<ApiLimit['service'], 'noonlight'>;

const noQuotas: IntegrationDetails = {
  noonLightQuota: null,
  sightlineQuota: null,
  vccQuota: null,
  vccSpecialFilterQuota: null,
};

export const listIntegrations = (trx: Work, organizationId: string): Promise<IntegrationRow[]> =>
  trx.selectFrom('integrations').selectAll().where('organizationId', '=', organizationId).execute();

export const findIntegration = (
  trx: Work,
  organizationId: string,
  service: OwnService,
): Promise<IntegrationRow | undefined> =>
  trx
    .selectFrom('integrations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('service', '=', service)
    .executeTakeFirst();

/** Answers whether it was not there yet. */
export async function insertIntegration(
  trx: Work,
  organizationId: string,
  row: Omit<IntegrationRow, 'organizationId'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('integrations')
    .values({ organizationId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Answers whether it was there. */
export async function deleteIntegration(trx: Work, organizationId: string, service: OwnService): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('integrations')
    .where('organizationId', '=', organizationId)
    .where('service', '=', service)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function readQuotas(trx: Work, organizationId: string): Promise<IntegrationDetails> {
  const row = await trx
    .selectFrom('integrationQuotas')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  if (!row) return noQuotas;
  const { noonLight, sightline, vcc, vccSpecialFilter } = row;
  return {
    noonLightQuota: noonLight,
    sightlineQuota: sightline,
    vccQuota: vcc,
    vccSpecialFilterQuota: vccSpecialFilter,
  };
}

/** Writes those that are given; the others stay, also when somebody else writes them at the same time. */
export async function writeQuotas(
  trx: Work,
  organizationId: string,
  quotas: Partial<IntegrationDetails>,
): Promise<void> {
  const given = {
    noonLight: quotas.noonLightQuota,
    sightline: quotas.sightlineQuota,
    vcc: quotas.vccQuota,
    vccSpecialFilter: quotas.vccSpecialFilterQuota,
  };
  const values = Object.fromEntries(Object.entries(given).filter(([, quota]) => quota !== undefined));
  await trx
    .insertInto('integrationQuotas')
    .values({ organizationId, ...values })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ organizationId, ...values }))
    .execute();
}

/** Counts one use; others of the same day wait until the transaction ends, so this comes last in it. */
export async function countUse(
  trx: Work,
  { organizationId, service, at }: { organizationId: string; service: CountedService; at: Date },
): Promise<void> {
  await sql`insert into integration_uses (organization_id, service, day, count)
    values (${organizationId}::uuid, ${service}, (${at} at time zone 'UTC')::date, 1)
    on conflict (organization_id, service, day) do update set count = integration_uses.count + 1`.execute(trx);
}

/** Uses on each day since the first of a month, the first day first. */
export async function usesSince(
  trx: Work,
  { organizationId, service, since }: { organizationId: string; service: CountedService; since: Date },
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`select day::text as day, count from integration_uses
    where organization_id = ${organizationId}::uuid and service = ${service} and day >= (${since} at time zone 'UTC')::date
    order by day`.execute(trx);
  return rows;
}
