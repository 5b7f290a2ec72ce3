import type { Work } from '../../platform/database/database.ts';

/** What the monitoring service of an organization is reached with. */
export interface InstalledDispatch {
  token: string;
  /** Alarms a month; null: as many as are needed. */
  quota: number | null;
}

/** Finds the monitoring service that an organization has installed; undefined without one. */
export type FindDispatch = (trx: Work, organizationId: string) => Promise<InstalledDispatch | undefined>;

/** Where it is said how monitoring services are found, while the server starts; until then nobody has one. */
export class DispatchServices {
  #find: FindDispatch | null = null;
  readonly find: FindDispatch = async (trx, organizationId) => this.#find?.(trx, organizationId);

  /** Whether it is known already who has one: what was dispatched before the server started waits for that. */
  get isKnown(): boolean {
    return this.#find !== null;
  }

  use(find: FindDispatch): void {
    this.#find = find;
  }
}
