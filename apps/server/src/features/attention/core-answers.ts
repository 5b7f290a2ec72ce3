import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { StorageOverview } from '@sightline/contracts/recordings/storage';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';

/** Cameras with which the detection of a core does not keep up. */
export type Behind = readonly string[];

/** What a core said of itself last; null where it did not answer. */
export interface CoreAnswer {
  behind: Behind | null;
  storage: StorageOverview | null;
}

interface Kept<T> {
  value: T | null;
  atMs: number;
  asking: Promise<void> | null;
}

interface Place {
  organizationId: string;
  edgeId: string;
}

/** What is asked of cores, for how long an answer counts, and when it is asked for anew. */
interface Topic<T> {
  all: Map<string, Kept<T>>;
  freshMs: number;
  keptMs: number;
}

/** Nobody waits longer for a list; what comes later stands on the next one. */
const waitMs = 1_500;
const timeoutMs = 20_000;
/** So many cores are asked for one list; the others next time. */
const maxAsked = 50;
const maxKept = 20_000;

const behindOf = (status: AnalysisStatus): Behind =>
  status.cameras.filter(({ cause }) => cause === 'analysis_overloaded').map(({ cameraId }) => cameraId);

/**
 * What cores alone know: whether their detection keeps up, and how long their disks last. Asked of them when somebody looks, and kept
 * for a while, so that a list is not as slow as the slowest core.
 */
export class CoreAnswers {
  readonly #edges: EdgeCommands;
  readonly #clock: Clock;
  readonly #behind: Topic<Behind> = { all: new Map(), freshMs: 20_000, keptMs: 120_000 };
  readonly #storage: Topic<StorageOverview> = { all: new Map(), freshMs: 600_000, keptMs: 3_600_000 };

  constructor({ edges, clock }: { edges: EdgeCommands; clock: Clock }) {
    this.#edges = edges;
    this.#clock = clock;
  }

  /** What is known of cores that have their link; waits a moment for those that were never asked. */
  async of(organizationId: string, edgeIds: readonly string[]): Promise<Map<string, CoreAnswer>> {
    const stalest = edgeIds.toSorted(
      (a, b) => (this.#behind.all.get(a)?.atMs ?? 0) - (this.#behind.all.get(b)?.atMs ?? 0),
    );
    const asked = stalest.slice(0, maxAsked).flatMap((edgeId) => {
      const place = { organizationId, edgeId };
      return [
        this.#refresh(this.#behind, edgeId, () => this.#askBehind(place)),
        this.#refresh(this.#storage, edgeId, () => this.#askStorage(place)),
      ].filter((asking) => asking !== null);
    });
    if (asked.length > 0) await atMost(waitMs, Promise.all(asked));
    return new Map(
      edgeIds.map((edgeId) => [
        edgeId,
        { behind: this.#known(this.#behind, edgeId), storage: this.#known(this.#storage, edgeId) },
      ]),
    );
  }

  #known<T>({ all, keptMs }: Topic<T>, edgeId: string): T | null {
    const kept = all.get(edgeId);
    return kept !== undefined && this.#clock() - kept.atMs < keptMs ? kept.value : null;
  }

  /** Asks where nothing fresh is known; answers what is worth waiting for: an answer that was never had, by whoever asks first. */
  #refresh<T>({ all, freshMs }: Topic<T>, edgeId: string, ask: () => Promise<T | null>): Promise<void> | null {
    if (all.size > maxKept) all.clear();
    const kept = all.get(edgeId) ?? { value: null, atMs: 0, asking: null };
    all.set(edgeId, kept);
    if (kept.asking !== null || this.#clock() - kept.atMs < freshMs) return null;
    const asking = ask()
      .then((value) => void (kept.value = value))
      .finally(() => {
        kept.atMs = this.#clock();
        kept.asking = null;
      });
    kept.asking = asking;
    if (kept.value === null) return asking;
    // Nobody waits for this one: what broke on the way is asked again, and must not end the process.
    asking.catch(() => (kept.value = null));
    return null;
  }

  #askBehind = ({ organizationId, edgeId }: Place): Promise<Behind | null> =>
    orNull(async () =>
      behindOf(await this.#edges.request({ organizationId, edgeId, command: 'analysis.status', body: {}, timeoutMs })),
    );

  #askStorage = ({ organizationId, edgeId }: Place): Promise<StorageOverview | null> =>
    orNull(() => this.#edges.request({ organizationId, edgeId, command: 'storage.overview', body: {}, timeoutMs }));
}

const shared = new WeakMap<EdgeCommands, CoreAnswers>();

/** The answers that everybody who asks shares, so that no core is asked twice for what it said already. */
export function coreAnswersOf(deps: { edges: EdgeCommands; clock: Clock }): CoreAnswers {
  const known = shared.get(deps.edges) ?? new CoreAnswers(deps);
  shared.set(deps.edges, known);
  return known;
}

/** A core that is older, away or slow has said nothing; that it is away is told by its link. */
async function orNull<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
