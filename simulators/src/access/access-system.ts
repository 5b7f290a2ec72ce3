import { randomUUID } from 'node:crypto';
import type { AccessEventInput, AccessEventResult } from '@sightline/contracts/access-events/access-event';

/**
 * How a system brings what it saw. `late`: a minute after it happened. `repeats`: everything twice, as one does that lost the answer.
 * `away`: not at all, until it is back. `clock ahead`: by ten minutes.
 */
export const accessModes = ['ok', 'late', 'repeats', 'away', 'clock ahead'] as const;
export type AccessMode = (typeof accessModes)[number];

/** What happens at a door. */
export type AccessDeed = Pick<AccessEventInput, 'kind' | 'doorId'> &
  Partial<Pick<AccessEventInput, 'person' | 'credential' | 'direction'>>;

/** One event as the system keeps it, and what became of it. */
export interface KeptAccess {
  event: AccessEventInput;
  dueAtMs: number;
  outcome: string | null;
}

export interface AccessSystemOptions {
  /** The name under which it posts. */
  source: string;
  /** Brings events; throws when nobody took them. */
  post: (events: readonly AccessEventInput[]) => Promise<readonly AccessEventResult[]>;
  nowMs?: () => number;
}

const lateMs = 60_000;
const aheadMs = 600_000;
const retryMs = 2_000;
const mostAtOnce = 500;
const mostKept = 200;

/** An access system: it writes down what happens at its doors and brings it in order, again and again until it is taken. */
export class AccessSystem {
  mode: AccessMode = 'ok';
  readonly #options: AccessSystemOptions;
  readonly #kept: KeptAccess[] = [];
  #timer: NodeJS.Timeout | null = null;
  #bringing: Promise<void> | null = null;

  constructor(options: AccessSystemOptions) {
    this.#options = options;
  }

  /** The newest last. */
  get kept(): readonly KeptAccess[] {
    return this.#kept;
  }

  /** Something happens at a door now. */
  happens({ person = null, credential = null, direction = null, ...deed }: AccessDeed): void {
    const nowMs = this.#nowMs();
    const atUtcMs = Math.round(nowMs + (this.mode === 'clock ahead' ? aheadMs : 0));
    const { source } = this.#options;
    const event = { ...deed, externalId: randomUUID(), source, person, credential, direction, atUtcMs };
    this.#kept.push({ event, dueAtMs: nowMs + (this.mode === 'late' ? lateMs : 0), outcome: null });
    while (this.#kept.length > mostKept && this.#kept[0]?.outcome !== null) this.#kept.shift();
    void this.bring();
  }

  /** Brings what is due; one after the other, so that the order stays. */
  bring(): Promise<void> {
    this.#bringing ??= this.#bringAll().finally(() => (this.#bringing = null));
    return this.#bringing;
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.bring(), retryMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #nowMs(): number {
    return (this.#options.nowMs ?? Date.now)();
  }

  async #bringAll(): Promise<void> {
    while (this.mode !== 'away') {
      const open = this.#kept.filter(({ outcome }) => outcome === null);
      const isDue = ({ dueAtMs }: KeptAccess): boolean => dueAtMs <= this.#nowMs();
      const due = open.filter(isDue).slice(0, mostAtOnce);
      if (due.length === 0) return;
      const events = due.map(({ event }) => event);
      try {
        if (this.mode === 'repeats') await this.#options.post(events);
        const results = await this.#options.post(events);
        for (const [index, kept] of due.entries()) {
          const { outcome, code } = results[index] ?? { outcome: 'refused', code: null };
          kept.outcome = code ?? outcome;
        }
      } catch {
        // Nobody took them: they are brought again with the same ids.
        return;
      }
    }
  }
}
