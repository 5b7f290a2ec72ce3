import { AppError } from '@sightline/contracts/shared/errors';
import { createStaffService } from '../features/users/user-staff.service.ts';
import { organizationsAudit } from '../features/organizations/organizations.audit.ts';
import { usersAudit } from '../features/users/users.audit.ts';
import { createInProcessBus } from '../platform/bus/in-process-bus.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createChanges } from '../platform/database/changes.ts';
import type { Database } from '../platform/database/database.ts';

const roles = { admin: 'ADMIN', sales: 'SALES' } as const;
const flags = { developer: 'isDeveloper', 'dev-team': 'isDevTeam', partner: 'isPartner' } as const;

/** Says what somebody is in the staff of the installation: `marks` are added to what there is; none of them takes all away. */
export async function markStaff(
  { database, onError }: { database: Database; onError: (error: unknown) => void },
  { email, marks }: { email: string; marks: readonly string[] },
): Promise<{ isDone: boolean; said: string }> {
  const bus = createInProcessBus(onError);
  try {
    const after = await createStaffService({
      database,
      changes: createChanges(database, bus, { ...organizationsAudit.names, ...usersAudit.names }),
      clock: systemClock,
    }).markByEmail(email, (before) => {
      if (marks.length === 0) return { roles: [], isDeveloper: false, isDevTeam: false, isPartner: false };
      const added = Object.entries(roles).flatMap(([name, role]) => (marks.includes(name) ? [role] : []));
      const set = Object.fromEntries(
        Object.entries(flags).flatMap(([name, flag]) => (marks.includes(name) ? [[flag, true]] : [])),
      );
      return { ...before, ...set, roles: [...before.roles, ...added] };
    });
    const held = [...after.roles, ...Object.entries(flags).flatMap(([name, flag]) => (after[flag] ? [name] : []))];
    return {
      isDone: true,
      said: `${email} is now ${held.length === 0 ? 'not staff' : held.join(', ')}; recorded in the audit log`,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { isDone: false, said: error.code === 'not_found' ? `no account with the address ${email}` : error.message };
  } finally {
    await bus.stop();
  }
}
