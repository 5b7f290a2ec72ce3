import { liveCalls } from '@sightline/contracts/live/live.api';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { call } from '../../../platform/api/client.ts';
import { toApiError } from '../../../platform/api/api-error.ts';

const renewEveryMs = 10_000;
const finalCodes = new Set<ErrorCode>(['live_lease_ended', 'forbidden', 'not_found', 'unauthenticated']);

/** Keeps the right to watch alive, and gives it back at the end. */
export class LiveLease {
  readonly #leaseId: string;
  readonly #onEnded: (code: ErrorCode) => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(leaseId: string, onEnded: (code: ErrorCode) => void) {
    this.#leaseId = leaseId;
    this.#onEnded = onEnded;
    this.#timer = setInterval(() => void this.#renew(), renewEveryMs);
  }

  async #renew(): Promise<void> {
    try {
      await call(liveCalls.renew, { params: { leaseId: this.#leaseId }, body: {} });
    } catch (thrown) {
      // A server that is away for a moment ends nothing: the lease outlasts two missed renewals.
      const { code } = toApiError(thrown);
      if (!finalCodes.has(code) || this.#timer === undefined) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#onEnded(code);
    }
  }

  /** Stops renewing and tells the core. Failing to tell is no harm: the lease then ends by itself. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    void call(liveCalls.close, { params: { leaseId: this.#leaseId } }).catch(toApiError);
  }
}
