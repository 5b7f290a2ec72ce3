import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { auditDefaults } from '@sightline/contracts/audit/audit-defaults';
import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import type { filterOf } from './audit-address.ts';

/** What is asked for. */
export type AskedFilter = ReturnType<typeof filterOf>;

interface EntryPage {
  items: AuditEntry[];
  nextCursor: string | null;
}

/** Entries, newest first, 30 at a time. */
export const auditEntries = (body: AskedFilter) =>
  infiniteQueryOptions({
    queryKey: [...callKey(auditCalls.findByFilter), body],
    queryFn: ({ signal, pageParam }): Promise<EntryPage> => {
      const query = { limit: auditDefaults.limit, ...(pageParam !== null && { cursor: pageParam }) };
      return call(auditCalls.findByFilter, { query, body }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

const maxDays = 400;

/** Counts by day and method, newest day first. */
export const auditDays = (body: AskedFilter, timeZone: string) =>
  callQuery(auditCalls.findAndGroupByDailyEvents, { query: { limit: maxDays, timeZone }, body });

/** Everything that can have been done. */
export const auditMethods = () => callQuery(auditCalls.methods, {});

/** Members, to choose from. */
export const auditPeople = () => callQuery(usersCalls.list, { query: { limit: 200 } });

/** Organizations that help, to choose from. */
export const auditHelpers = () => callQuery(usersCalls.listSupport, {});

/** Providers of the organization, to choose from. */
export const auditProviders = () => callQuery(authProvidersCalls.list, {});
