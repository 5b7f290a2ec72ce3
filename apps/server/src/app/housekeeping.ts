import type { Platform } from './platform.ts';
import { deleteExpiredLinks } from '../features/accounts/accounts.public.ts';
import { deleteExpiredImports } from '../features/camera-onboarding/camera-onboarding.public.ts';
import { deleteExpiredUpdateTickets } from '../features/core-releases/core-releases.public.ts';
import { heartbeatDays } from '@sightline/contracts/edges/heartbeat-limits';
import { deleteExpiredClaimCodes, deleteOldHeartbeats } from '../features/edges/edges.public.ts';
import { deleteExpiredProviderSignIns } from '../features/auth-providers/auth-providers.public.ts';
import { deleteOldUnknown } from '../features/link/link.public.ts';
import { createEventDays, expireEvents } from '../features/events/events.public.ts';
import { deleteExpiredTickets, removeOldDrafts } from '../features/exports/exports.public.ts';
import { purgeDeleted } from '../features/organizations/organizations.public.ts';
import { expireGaps } from '../features/recordings/recordings.public.ts';
import { deleteExpiredChallenges, deleteExpiredSessions } from '../features/sessions/sessions.public.ts';
import { expireStatusHistory } from '../features/status/status.public.ts';
import { deleteOldFailures } from '../platform/auth/attempt-locks.ts';
import { deleteOldMails } from '../platform/mail/mail-queue.ts';

const everyMs = 15 * 60_000;
const dayMs = 86_400_000;

/** Throws away what has run out: codes, tickets, sessions, halves of files, events and gaps without footage. Each is refused by its own date long before. */
export class Housekeeping {
  readonly #platform: Platform;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  start(): void {
    this.#timer = setInterval(() => this.#begin(), everyMs);
    this.#begin();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#running;
  }

  async tidy(): Promise<void> {
    const { database, blobs, clock } = this.#platform;
    const now = new Date(clock());
    await deleteExpiredClaimCodes(database, now);
    await deleteExpiredTickets(database, now);
    await deleteExpiredUpdateTickets(database, now);
    await deleteExpiredSessions(database, now);
    await deleteExpiredLinks(database, now);
    await deleteExpiredChallenges(database, now);
    await deleteOldFailures(database, now);
    await deleteExpiredProviderSignIns(database, now);
    await deleteOldMails(database, now);
    await deleteOldHeartbeats(database, new Date(now.getTime() - heartbeatDays * dayMs));
    await removeOldDrafts(blobs, now);
    await deleteExpiredImports({ database, blobs }, now);
    await purgeDeleted({ database, blobs }, now);
    await createEventDays(database).makeAhead(now.getTime());
    await expireEvents({ database, blobs }, now.getTime());
    await expireGaps(database, now);
    await deleteOldUnknown(database, now);
    await expireStatusHistory(database, now.getTime());
    await this.#platform.domainProofs.lookAgain();
  }

  #begin(): void {
    this.#running = this.#running
      .then(() => this.tidy())
      .catch((error: unknown) =>
        this.#platform.log.warn({ err: error }, 'what has run out could not be thrown away; it is tried again'),
      );
  }
}
