import type { Database } from '../../platform/database/database.ts';
import { findFirewall, listOrganizationsOf } from './login-firewall.repository.ts';

/** Organizations of the person with this e-mail, by name. */
export const organizationsOfPerson = listOrganizationsOf;

/** Organizations of a person that have a login firewall which is on; by e-mail, because that is what one knows in an emergency. */
export async function listFirewalls(database: Database, email: string): Promise<{ id: string; name: string }[]> {
  const organizations = await listOrganizationsOf(database, email);
  const closed = await Promise.all(
    organizations.map(async (organization) => {
      const firewall = await database.withOrganization(organization.id, (trx) => findFirewall(trx, organization.id));
      return firewall.isEnabled ? [organization] : [];
    }),
  );
  return closed.flat();
}
