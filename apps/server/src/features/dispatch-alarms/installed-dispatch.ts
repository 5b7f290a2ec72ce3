import type { Work } from '../../platform/database/database.ts';

/** What the monitoring service of an organization is reached with. */
export interface InstalledDispatch {
  token: string;
  /** Alarms a month; null: as many as are needed. */
  quota: number | null;
}

/** Finds the monitoring service that an organization has installed; undefined without one. */
export type FindDispatch = (trx: Work, organizationId: string) => Promise<InstalledDispatch | undefined>;

/** Where it is said how monitoring services are found; until then nobody has one. */
export class DispatchServices {
  #find: FindDispatch = async () => undefined;
  readonly find: FindDispatch = (trx, organizationId) => this.#find(trx, organizationId);

  use(find: FindDispatch): void {
    this.#find = find;
  }
}
