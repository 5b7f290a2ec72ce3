import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { EventSeverity } from '@sightline/contracts/events/event';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { callAll, callPages, callQuery } from '../../platform/api/client.ts';
import { filterQuery, type AlertFilters } from './alert-filters.ts';

/** Rows on a page of the log. */
export const logRowsPerPage = 20;
const queueRowsPerPage = 100;

/** What is asked for the newest page of a queue. What is done with is shown whether it was collapsed or not. */
export const queueQuery = (filters: AlertFilters) => {
  const flood = filters.flood ?? (filters.handling === 'done' ? undefined : 'none');
  return { limit: queueRowsPerPage, ...filterQuery(filters), ...(flood === undefined ? {} : { flood }) };
};

/** Alerts that somebody has to do something about, newest first, page by page. */
export const queuePages = (filters: AlertFilters) => callPages(alertsCalls.queue, { query: queueQuery(filters) });

/** How many alerts wait. */
export const alertCounts = () => callQuery(alertsCalls.counts, {});

const waitingAtMost = 3;

/** The newest alerts that nobody has taken, of one severity. */
export const waitingAlerts = (severity: EventSeverity | undefined) =>
  callQuery(alertsCalls.queue, { query: { limit: waitingAtMost, ...filterQuery({ handling: 'new', severity }) } });

/** One alert with its comments. */
export const alertById = (id: string) => callQuery(alertsCalls.get, { params: { id } });

/** Links to the clip of an alert. */
export const linksOfAlert = (id: string) => callQuery(alertLinksCalls.list, { params: { id } });

interface LogRequest {
  filters: AlertFilters;
  /** From 1. */
  page: number;
  timeStart: number;
  timeEnd: number;
}

/** One page of the log of alerts. */
export const logPage = ({ filters, page, timeStart, timeEnd }: LogRequest) =>
  callQuery(alertsCalls.logs, {
    query: {
      ...filterQuery(filters),
      timeStart,
      timeEnd,
      limit: logRowsPerPage,
      offset: (page - 1) * logRowsPerPage,
    },
  });

/** The rule of an alert, for whether it is silenced. */
export const ruleById = (id: string) => callQuery(alertRulesCalls.get, { params: { id } });

/** Sites for choosing one. */
export const sitesOfAlerts = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** Members of the organization whose name holds a text, for handing an alert over. */
export const membersNamed = (search: string) =>
  callQuery(usersCalls.list, { query: { limit: 50, ...(search.trim() === '' ? {} : { search: search.trim() }) } });
