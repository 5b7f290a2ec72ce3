import { announceRights } from '../../platform/auth/rights-changes.ts';
import { nobody } from '../../platform/database/changes.ts';
import type { Log } from '../../platform/log/log.ts';
import * as repository from './user-support.repository.ts';
import type { SupportParts } from './user-support.service.ts';

const everyMs = 1_000;

/** Tells when help ends by its time: every call asks for the time itself, but open screens and views must hear of it. */
export class SupportSweeper {
  readonly #parts: SupportParts & { log: Log };
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();
  #isBusy = false;

  constructor(parts: SupportParts & { log: Log }) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (!this.#isBusy) this.#running = this.#sweep();
    }, everyMs);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async #sweep(): Promise<void> {
    const { database, changes, bus, clock, log } = this.#parts;
    this.#isBusy = true;
    try {
      const now = new Date(clock());
      for (const place of await repository.endedBefore(database, now)) {
        await changes.run({ organizationId: place.organizationId, by: nobody }, async (change) => {
          if (!(await repository.takeEnded(change.trx, place, now))) return;
          await change.audit({ action: 'support.end', entityKind: 'organization', entityId: place.helperId });
          await change.announce({ kind: 'users.changed' });
          await announceRights(change, bus, { organizationId: place.organizationId, userIds: null });
        });
      }
    } catch (error) {
      log.warn({ err: error }, 'the end of helping could not be told; it is tried again');
    } finally {
      this.#isBusy = false;
    }
  }
}
