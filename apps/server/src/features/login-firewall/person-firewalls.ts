import type { Database } from '../../platform/database/database.ts';
import { organizationsOfPerson } from '../organizations/organizations.public.ts';
import { findFirewall } from './login-firewall.repository.ts';

/** Organizations of a person that have a login firewall which is on; by e-mail, because that is what one knows in an emergency. */
export async function listFirewalls(database: Database, email: string): Promise<{ id: string; name: string }[]> {
  const organizations = await organizationsOfPerson(database, email);
  const closed = await Promise.all(
    organizations.map(async (organization) => {
      const firewall = await database.withOrganization(organization.id, (trx) => findFirewall(trx, organization.id));
      return firewall.isEnabled ? [organization] : [];
    }),
  );
  return closed.flat();
}
