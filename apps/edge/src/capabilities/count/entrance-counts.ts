import { EntranceCounter, type CountedEntrance } from '@sightline/domain/entrances/entrance-counter';
import type { CameraFact } from '@sightline/domain/rules/facts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { FactListener } from '../analyse/analysis.ts';
import { MinutesJournal } from './minutes-journal.ts';

export interface EntranceCountsDeps {
  stores: Pick<EdgeStores, 'store' | 'outbox' | 'desired' | 'cameras'>;
  log: Log;
  clock: Clock;
}

interface CountedCamera {
  counter: EntranceCounter;
  entranceIds: readonly string[];
  sequence: number;
  lastUtcMs: number;
}

const tickMs = 1_000;

/** Counts at the entrances of this core: on what its cameras see, from facts to records. */
export class EntranceCounts implements FactListener {
  readonly #deps: EntranceCountsDeps;
  readonly #journal: MinutesJournal;
  readonly #cameras = new Map<string, CountedCamera>();
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(deps: EntranceCountsDeps) {
    this.#deps = deps;
    this.#journal = new MinutesJournal(deps);
  }

  start(): void {
    this.configure();
    this.#timer = setInterval(() => this.#journal.tick(), tickMs);
  }

  /** Entrances or cameras may have changed. */
  configure(): void {
    if (this.#isStopped) return;
    const { desired, cameras } = this.#deps.stores;
    const entrances = desired.list('entrance');
    const known = new Set(cameras.list().map(({ id }) => id));
    const byCamera = Map.groupBy(
      entrances.filter(({ content }) => known.has(content.cameraId)),
      ({ content }) => content.cameraId,
    );
    for (const cameraId of this.#cameras.keys()) if (!byCamera.has(cameraId)) this.#cameras.delete(cameraId);
    for (const [cameraId, own] of byCamera) {
      const counted = new Map(own.map(({ id, content }): [string, CountedEntrance] => [id, content]));
      const camera = this.#cameras.get(cameraId) ?? startCamera();
      camera.counter.configure(counted);
      camera.entranceIds = [...counted.keys()];
      this.#cameras.set(cameraId, camera);
    }
    this.#journal.keepOnly(new Set(entrances.map(({ id }) => id)));
  }

  facts(cameraId: string, facts: readonly ToldFact[]): void {
    const camera = this.#cameras.get(cameraId);
    if (this.#isStopped || camera === undefined) return;
    for (const fact of facts) this.#take(cameraId, camera, fact);
  }

  blind(cameraIds: readonly string[]): void {
    for (const cameraId of cameraIds) {
      const camera = this.#cameras.get(cameraId);
      if (camera !== undefined)
        this.#take(cameraId, camera, { kind: 'blind', atUtcMs: camera.lastUtcMs, sees: 'nothing' });
    }
  }

  /** Times of now were wrong: puts right what is not told yet. */
  correctTimes(right: (utcMs: number) => number): void {
    this.#journal.correctTimes(right);
  }

  /** What was counted until now is kept, and told once there is a server. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#journal.stop();
  }

  #take(cameraId: string, camera: CountedCamera, told: ToldFact): void {
    const fact = countedFact(told, camera);
    if (fact === null) return;
    camera.lastUtcMs = fact.atUtcMs;
    const { passages, watched } = camera.counter.step(fact);
    if (passages.length === 0 && watched === null) return;
    for (const entranceId of camera.entranceIds) {
      const own = passages.filter((passage) => passage.entranceId === entranceId);
      this.#journal.add({ entranceId, cameraId }, { passages: own, watched });
    }
  }
}

const startCamera = (): CountedCamera => ({
  counter: new EntranceCounter(),
  entranceIds: [],
  sequence: 0,
  lastUtcMs: 0,
});

/** What of a fact it is counted by; null for what tells nothing of people. */
function countedFact(told: ToldFact, camera: CountedCamera): CameraFact | null {
  if (told.kind === 'seen') return { kind: 'tick', atUtcMs: told.atUtcMs };
  if (told.kind !== 'look' && told.kind !== 'blind') return null;
  const sequence = camera.sequence++;
  return told.kind === 'look' ? { ...told, sequence } : { kind: 'blind', atUtcMs: told.atUtcMs, sequence };
}
