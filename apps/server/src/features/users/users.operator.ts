import { AppError } from '@sightline/contracts/shared/errors';
import type { OperatorTask } from '../../platform/features/operator-task.ts';
import { createStaffService } from './user-staff.service.ts';
import { usersAudit } from './users.audit.ts';

const roles = { admin: 'ADMIN', sales: 'SALES' } as const;
const flags = { developer: 'isDeveloper', 'dev-team': 'isDevTeam', partner: 'isPartner' } as const;

/** Says what somebody is in the staff of the installation: what was named is added to what there is; nothing named takes all away. */
export const staffTask: OperatorTask = {
  name: 'staff',
  names: usersAudit.names,
  async perform(context, { email, roles: named }) {
    try {
      const after = await createStaffService(context).markByEmail(email, (before) => {
        if (named.length === 0) return { roles: [], isDeveloper: false, isDevTeam: false, isPartner: false };
        const added = Object.entries(roles).flatMap(([name, role]) => (named.includes(name) ? [role] : []));
        const set = Object.fromEntries(
          Object.entries(flags).flatMap(([name, flag]) => (named.includes(name) ? [[flag, true]] : [])),
        );
        return { ...before, ...set, roles: [...before.roles, ...added] };
      });
      const held = [...after.roles, ...Object.entries(flags).flatMap(([name, flag]) => (after[flag] ? [name] : []))];
      const said = `${email} is now ${held.length === 0 ? 'not staff' : held.join(', ')}; recorded in the audit log`;
      return { isDone: true, said };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const said = error.code === 'not_found' ? `no account with the address ${email}` : error.message;
      return { isDone: false, said };
    }
  },
};
