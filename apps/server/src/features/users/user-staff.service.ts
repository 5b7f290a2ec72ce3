import type { StaffUser } from '@sightline/contracts/users/user';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type AuditEntry, type Changes, type Originator } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { installationOrganization } from '../organizations/organizations.public.ts';
import * as repository from './user-staff.repository.ts';

/** How far back the list of everybody looks unless the caller says otherwise. */
const windowMonths = 10;

/** What the staff needs from the rest of the server. */
export interface StaffDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
}

interface FindAll {
  orgIds: string[];
  start?: number | undefined;
  end?: number | undefined;
  query: string;
  page: number;
  perPage: number;
}

interface FoundPeople {
  items: StaffUser[];
  totalItemsCount: number;
}

/** The staff of the installation. */
export type StaffService = ReturnType<typeof createStaffService>;

/** Calls that cross organizations. Each is written to the log of the organization that the installation was set up with. */
export function createStaffService(deps: StaffDeps) {
  return {
    findAll: (actor: SessionActor, filter: FindAll): Promise<FoundPeople> => findAll(deps, actor, filter),
    /** Throws `forbidden` for anybody but an ADMIN, `last_administrator` when none would be left. */
    setStaff: async (
      actor: SessionActor,
      userId: string,
      marks: repository.StaffMarks,
    ): Promise<Record<string, never>> => {
      const own = await repository.findMarks(deps.database.global, actor.userId);
      if (!own?.roles.includes('ADMIN')) throw new AppError('forbidden');
      if ((await installationOrganization(deps.database)) === null) throw new AppError('no_organization');
      await mark(deps, { userId, marks, by: actor });
      return {};
    },
    /** For whoever has the machine itself: makes somebody staff by e-mail. Throws `not_found`. */
    markByEmail: async (
      email: string,
      change: (before: repository.StaffMarks) => repository.StaffMarks,
    ): Promise<repository.StaffMarks> => {
      const userId = await repository.findIdByEmail(deps.database, email);
      const before = userId === null ? null : await repository.findMarks(deps.database.global, userId);
      if (userId === null || before === null) throw new AppError('not_found');
      const after = change(before);
      const marks = { ...after, roles: [...new Set(after.roles)] };
      await mark(deps, { userId, marks, by: nobody });
      return marks;
    },
  };
}

function monthsBefore(endMs: number): number {
  const date = new Date(endMs);
  date.setUTCMonth(date.getUTCMonth() - windowMonths);
  return date.getTime();
}

async function findAll(deps: StaffDeps, actor: SessionActor, filter: FindAll): Promise<FoundPeople> {
  const { query, page, perPage, orgIds } = filter;
  const end = filter.end ?? deps.clock();
  const start = filter.start ?? monthsBefore(end);
  const { database } = deps;
  // Written down first: what cannot be is not looked at.
  await audit(deps, actor, {
    action: 'staff.findAll',
    entityKind: 'user',
    entityId: null,
    data: { orgIds, start, end, query, page },
  });
  const userIds =
    orgIds.length === 0 ? null : (await Promise.all(orgIds.map((id) => repository.memberIds(database, id)))).flat();
  // The end itself belongs to the range: who signs in now is seen now.
  const found = await repository.findPeople(database, {
    start: new Date(start),
    end: new Date(end + 1),
    query,
    page,
    perPage,
    userIds,
  });
  const items: StaffUser[] = [];
  for (const row of found.rows) {
    const orgs = await repository.organizationsOf(database, row.id);
    items.push({ ...row, orgs, createdAt: row.createdAt.getTime(), lastSeenAt: row.lastSeenAt?.getTime() ?? null });
  }
  return { items, totalItemsCount: found.totalItemsCount };
}

async function mark(
  deps: StaffDeps,
  { userId, marks, by }: { userId: string; marks: repository.StaffMarks; by: Originator },
): Promise<void> {
  await deps.database.global.transaction().execute(async (trx) => {
    await repository.lockStaff(trx);
    if ((await repository.findMarks(trx, userId)) === null) throw new AppError('not_found');
    const before = await repository.countAdmins(trx);
    await repository.setMarks(trx, userId, { ...marks, roles: [...new Set(marks.roles)] });
    if (before > 0 && (await repository.countAdmins(trx)) === 0) throw new AppError('last_administrator');
  });
  await audit(deps, by, { action: 'staff.set', entityKind: 'user', entityId: userId, data: { ...marks } });
}

async function audit({ database, changes }: StaffDeps, by: Originator, entry: AuditEntry): Promise<void> {
  const organizationId = await installationOrganization(database);
  // Whoever has the machine itself may name staff before there is an organization in whose log it could stand.
  if (organizationId === null && by.userId === null) return;
  if (organizationId === null) throw new AppError('no_organization');
  await changes.run({ organizationId, by }, (change) => change.audit(entry));
}
