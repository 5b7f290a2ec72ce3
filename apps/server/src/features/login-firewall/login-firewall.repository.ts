import type { Work } from '../../platform/database/database.ts';
import type { StoredFirewallRule } from '../../platform/database/schema-sign-in.ts';

export interface FirewallRow {
  isEnabled: boolean;
  rules: StoredFirewallRule[];
  breakGlassUntil: Date | null;
  revision: number;
}

const none: FirewallRow = { isEnabled: false, rules: [], breakGlassUntil: null, revision: 0 };

/** The firewall of an organization; an open one where none was ever set. */
export async function findFirewall(trx: Work, organizationId: string): Promise<FirewallRow> {
  const row = await trx
    .selectFrom('loginFirewalls')
    .select(['isEnabled', 'rules', 'breakGlassUntil', 'revision'])
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return row ?? none;
}

/** Writes it when nobody did since `revision`; false otherwise. */
export async function saveFirewall(
  trx: Work,
  organizationId: string,
  firewall: { isEnabled: boolean; rules: readonly StoredFirewallRule[]; revision: number },
): Promise<boolean> {
  const { isEnabled, revision } = firewall;
  const change = { isEnabled, rules: JSON.stringify(firewall.rules), revision: revision + 1 };
  const row = await trx
    .insertInto('loginFirewalls')
    .values({ organizationId, ...change })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(change).where('loginFirewalls.revision', '=', revision))
    .returning('revision')
    .executeTakeFirst();
  return row !== undefined;
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
