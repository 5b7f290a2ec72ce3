import { chooseOrganization, type OperatorTask } from '../../platform/features/operator-task.ts';
import { nameInstallationOrganization } from './installation-organization.ts';
import { organizationsOfPerson } from './organizations.repository.ts';
import { organizationsAudit } from './organizations.audit.ts';

/** Names the organization in whose audit the work of the staff stands. */
export const defaultOrganizationTask: OperatorTask = {
  name: 'default-organization',
  names: organizationsAudit.names,
  async perform({ database, changes }, request) {
    const own = await organizationsOfPerson(database, request.email);
    const one = chooseOrganization(own, request, 'is in no organization');
    if (typeof one === 'string') return { isDone: false, said: one };
    await nameInstallationOrganization({ database, changes }, one.id);
    return { isDone: true, said: `${one.name} is now the default organization; recorded in its audit log` };
  },
};
