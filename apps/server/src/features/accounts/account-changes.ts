import type { Changes, Originator, AuditActionOf } from '../../platform/database/changes.ts';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import { listOrganizationIds } from './accounts.repository.ts';

interface AccountChange {
  userId: string;
  by: Originator;
  /** Method of the audit; without one nothing is written there. */
  action: AuditActionOf<'user'>;
  data?: Record<string, unknown>;
}

/**
 * Runs a change of an account: the rows, its audit and the news for its own screens in one transaction. A person may be
 * in several organizations; the others get their entry after it.
 */
export function createAccountChanges({ database, changes }: { database: Database; changes: Changes }) {
  return async <T>(
    { userId, by, action, data = {} }: AccountChange,
    work: (scope: AccountScope) => Promise<T>,
  ): Promise<T> => {
    const [first, ...others] = await listOrganizationIds(database, userId);
    const entry = { action, entityKind: 'user' as const, entityId: userId, data };
    if (first === undefined) return database.global.transaction().execute(work);
    const result = await changes.run({ organizationId: first, by }, async ({ trx, audit, announce }) => {
      const made = await work(trx);
      await audit(entry);
      await announce({ kind: 'accounts.changed', userId });
      return made;
    });
    for (const organizationId of others) {
      await changes.run({ organizationId, by }, async ({ audit, announce }) => {
        await audit(entry);
        await announce({ kind: 'accounts.changed', userId });
      });
    }
    return result;
  };
}

export type ChangeAccount = ReturnType<typeof createAccountChanges>;
