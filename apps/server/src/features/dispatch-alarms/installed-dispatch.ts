import type { Work } from '../../platform/database/database.ts';

/** What the monitoring service of an organization is reached with. */
export interface InstalledDispatch {
  token: string;
  /** Alarms a month; null: as many as are needed. */
  quota: number | null;
}

/** Finds the monitoring service that an organization has installed; undefined without one. */
export type FindDispatch = (trx: Work, organizationId: string) => Promise<InstalledDispatch | undefined>;
