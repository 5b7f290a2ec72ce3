import type { AuditFilter } from '@sightline/contracts/audit/audit';
import { startOfDay, startOfDayNamed } from '@sightline/domain/time/zone-time';

/** What the address of the screen says: lists with commas between, days as `yyyy-mm-dd`. */
export interface AuditAddress {
  view?: 'days' | undefined;
  events?: string | undefined;
  users?: string | undefined;
  orgs?: string | undefined;
  /** How people had signed in: ids of providers, or {@link byPassword}. */
  providers?: string | undefined;
  range?: AuditRange | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** What the log keeps for a sign-in with the own password here. */
export const byPassword = 'password';

/** Ranges to choose from; without one the server answers its default of ten days. */
export const auditRanges = ['today', 'days30', 'days90', 'own'] as const;

export type AuditRange = (typeof auditRanges)[number];

const days = { today: 1, days30: 30, days90: 90 } as const;

export const listOf = (text: string | undefined): string[] =>
  text === undefined ? [] : text.split(',').filter((part) => part !== '');

export const textOf = (values: readonly string[]): string | undefined =>
  values.length === 0 ? undefined : values.join(',');

type Range = Pick<AuditFilter, 'start' | 'end'>;

/** First and last instant that is looked at, in days of the person's zone; open sides stay open. */
export const rangeOf = ({ range, from, to }: AuditAddress, now: { utcMs: number; timeZone: string }): Range => {
  if (range === undefined) return {};
  if (range !== 'own') return { start: startOfDay(now.utcMs, now.timeZone, 1 - days[range]) };
  const start = startOfDayNamed(from ?? '', now.timeZone);
  const last = startOfDayNamed(to ?? '', now.timeZone);
  return { ...(start !== null && { start }), ...(last !== null && { end: startOfDay(last, now.timeZone, 1) }) };
};

/** What is asked of the server. */
export const filterOf = (
  address: AuditAddress,
  now: { utcMs: number; timeZone: string },
): Range & Pick<AuditFilter, 'events' | 'users' | 'orgIds' | 'authProviderIds'> => ({
  ...rangeOf(address, now),
  events: listOf(address.events),
  users: listOf(address.users),
  orgIds: listOf(address.orgs),
  authProviderIds: listOf(address.providers),
});

/** Whether anything narrows what is shown beside the range. */
export const isNarrowed = ({ events, users, orgs, providers, range }: AuditAddress): boolean =>
  [events, users, orgs, providers, range].some((part) => part !== undefined);
