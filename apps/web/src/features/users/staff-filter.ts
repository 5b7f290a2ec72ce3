import { startOfDay, startOfDayNamed } from '@sightline/domain/time/zone-time';

/** Rows on a page of people of all organizations. */
export const staffPerPage = 20;

/** What was asked for; empty days leave the server's window of the last 10 months. */
export interface StaffAsked {
  query: string;
  org: string | undefined;
  /** Days, `yyyy-mm-dd`, both included. */
  from: string;
  to: string;
  page: number;
}

/** First instant of the day, or of the day so many days later. */
export const dayEdge = (day: string, addDays: number, zone: string): number | null => {
  const start = startOfDayNamed(day, zone);
  return start === null ? null : startOfDay(start, zone, addDays);
};

/** What is sent for it. */
export const staffFilter = (
  { query, org, from, to, page }: StaffAsked,
  edge: (day: string, addDays: number) => number | null,
) => {
  const start = edge(from, 0);
  const end = edge(to, 1);
  return {
    orgIds: org === undefined ? [] : [org],
    query,
    page,
    perPage: staffPerPage,
    ...(start === null ? {} : { start }),
    ...(end === null ? {} : { end }),
  };
};
