import { chooseOrganization, type OperatorTask } from '../../platform/features/operator-task.ts';
import { breakGlass } from './login-firewall.service.ts';
import { listFirewalls } from './person-firewalls.ts';

/** Lifts a login firewall for an hour. */
export const breakGlassTask: OperatorTask = {
  name: 'break-glass',
  async perform({ database, changes, bus, clock }, request) {
    const closed = await listFirewalls(database, request.email);
    const one = chooseOrganization(closed, request, 'has no organization with a login firewall');
    if (typeof one === 'string') return { isDone: false, said: one };
    const untilMs = await breakGlass({ changes, bus, clock }, one.id);
    if (untilMs === null) return { isDone: false, said: `the login firewall of ${one.name} no longer exists` };
    const until = new Date(untilMs).toISOString();
    return {
      isDone: true,
      said: `the login firewall of ${one.name} is lifted until ${until}; recorded in its audit log`,
    };
  },
};
