import type { Database } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { readFirewall, type Firewall } from '../../login-firewall/login-firewall.public.ts';

/** How an organization may be used. */
export interface SignInRules extends Pick<Row<'organizations'>, 'allowsPassword' | 'allowsProviders' | 'demandsMfa'> {
  firewall: Firewall;
}

/** Null for an organization that does not exist. */
export async function readRules(database: Database, organizationId: string): Promise<SignInRules | null> {
  return database.withOrganization(organizationId, async (trx) => {
    const row = await trx
      .selectFrom('organizations')
      .select(['allowsPassword', 'allowsProviders', 'demandsMfa'])
      .where('id', '=', organizationId)
      .executeTakeFirst();
    return row ? { ...row, firewall: await readFirewall(trx, organizationId) } : null;
  });
}
