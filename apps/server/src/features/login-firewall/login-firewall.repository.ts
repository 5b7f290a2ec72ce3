import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export type FirewallRow = Pick<Row<'loginFirewalls'>, 'isEnabled' | 'rules' | 'breakGlassUntil' | 'revision'>;

const open: FirewallRow = { isEnabled: false, rules: [], breakGlassUntil: null, revision: 0 };

/** The firewall of an organization; an open one where none was ever set. */
export async function findFirewall(trx: Work, organizationId: string): Promise<FirewallRow> {
  const row = await trx
    .selectFrom('loginFirewalls')
    .select(['isEnabled', 'rules', 'breakGlassUntil', 'revision'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? open;
}

/** Writes it when nobody did since `revision`; false otherwise. */
export async function saveFirewall(
  trx: Work,
  organizationId: string,
  firewall: Pick<FirewallRow, 'isEnabled' | 'rules' | 'revision'>,
): Promise<boolean> {
  const { isEnabled, revision } = firewall;
  const change = { isEnabled, rules: JSON.stringify(firewall.rules), revision: revision + 1 };
  if (revision === 0) {
    const none = { organizationId, isEnabled: false, revision: 0 };
    await trx
      .insertInto('loginFirewalls')
      .values(none)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const { numUpdatedRows } = await trx
    .updateTable('loginFirewalls')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lifts it until then; false where there is none. */
export async function liftFirewall(trx: Work, organizationId: string, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('loginFirewalls')
    .set({ breakGlassUntil: until })
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
