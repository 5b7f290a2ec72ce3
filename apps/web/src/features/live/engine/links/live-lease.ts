import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { isCloudAway } from './cloud-away.ts';
import type { LiveSignalling } from './live-signalling.ts';

const renewEveryMs = 10_000;
const finalCodes = new Set<ErrorCode>([
  'live_lease_ended',
  'forbidden',
  'not_found',
  'unauthenticated',
  'local_grant_invalid',
  'local_grant_expired',
  'local_grant_revoked',
]);

interface LeaseEvents {
  onEnded(code: ErrorCode): void;
  /** Nobody answered to a renewal: the lease lasts until it has run out at the core. */
  onUnanswered?(): void;
}

/** Keeps the right to watch alive, and gives it back at the end. */
export class LiveLease {
  readonly #leaseId: string;
  readonly #signalling: LiveSignalling;
  readonly #events: LeaseEvents;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(leaseId: string, signalling: LiveSignalling, events: LeaseEvents) {
    this.#leaseId = leaseId;
    this.#signalling = signalling;
    this.#events = events;
    this.#timer = setInterval(() => void this.#renew(), renewEveryMs);
  }

  async #renew(): Promise<void> {
    try {
      await this.#signalling.renew(this.#leaseId);
    } catch (thrown) {
      const { code } = toApiError(thrown);
      if (this.#timer === undefined) return;
      // A server that is away for a moment ends nothing: the lease outlasts two missed renewals.
      if (isCloudAway(code)) return this.#events.onUnanswered?.();
      if (!finalCodes.has(code)) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#events.onEnded(code);
    }
  }

  /** Stops renewing and tells the core. Failing to tell is no harm: the lease then ends by itself. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    void this.#signalling.close(this.#leaseId).catch(toApiError);
  }
}
