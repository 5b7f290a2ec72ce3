import type { AlertHandling } from '@sightline/contracts/alerts/alert';
import { ruleKindNames } from '@sightline/contracts/alert-rules/rule-kind-names';
import type { EventSeverity } from '@sightline/contracts/events/event';
import { idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** Severities, worst first. */
export const severities = ['critical', 'warning', 'info'] as const satisfies readonly EventSeverity[];
export const handlings = ['new', 'taken', 'done'] as const satisfies readonly AlertHandling[];

/** Filters of a list of alerts as they stand in the address. */
export interface AlertFilters {
  severity?: EventSeverity | undefined;
  handling?: AlertHandling | undefined;
  kind?: string | undefined;
  /** Id of a site. */
  site?: string | undefined;
  /** Id of a camera. */
  camera?: string | undefined;
  /** Id of a flood, whose collapsed alerts are shown. */
  flood?: string | undefined;
}

/** The address of a list of alerts. */
export interface AlertSearch extends AlertFilters {
  /** Id of the alert that is open. */
  alert?: string | undefined;
}

type Raw = Record<string, unknown>;

const filtersOf = (search: Raw): AlertFilters => ({
  severity: oneOf(severities, search.severity),
  handling: oneOf(handlings, search.handling),
  kind: oneOf(ruleKindNames, search.kind),
  site: idParameter(search.site),
  camera: idParameter(search.camera),
  flood: idParameter(search.flood),
});

/** Reads the address of the queue; unknown values are dropped, so that an old link still opens. */
export const alertSearch = (search: Raw): AlertSearch => ({ ...filtersOf(search), alert: textParameter(search.alert) });

const hoursChoices = ['24', '72', '168', '720'] as const;

/** Hours back from now that the log shows; 24 without. */
export type LogHours = (typeof hoursChoices)[number];

/** The address of the log. */
export interface AlertLogSearch extends AlertSearch {
  /** From 1. */
  page?: string | undefined;
  hours?: LogHours | undefined;
}

/** Reads the address of the log. */
export const alertLogSearch = (search: Raw): AlertLogSearch => ({
  ...alertSearch(search),
  page: textParameter(search.page),
  hours: oneOf(hoursChoices, search.hours),
});

/** The same filters as a call has them. */
export const filterQuery = ({ severity, handling, kind, site, camera }: AlertFilters) => ({
  ...(severity === undefined ? {} : { severity: severity as string }),
  ...(handling === undefined ? {} : { handling: handling as string }),
  ...(kind === undefined ? {} : { kind }),
  ...(site === undefined ? {} : { locationId: site }),
  ...(camera === undefined ? {} : { cameraId: camera }),
});

/** How many filters are set. */
export const filterCount = (filters: AlertFilters): number =>
  Object.keys(filterQuery(filters)).length + (filters.flood === undefined ? 0 : 1);

/** Whether any filter is set. */
export const isFiltered = (filters: AlertFilters): boolean => filterCount(filters) > 0;
