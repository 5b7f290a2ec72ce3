import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { longestSightMs } from '@sightline/contracts/alert-rules/door-sight-link';
import { AppError } from '@sightline/contracts/shared/errors';
import { DoorSightReader } from '@sightline/domain/rules/doors/door-sight-reader';
import type { Clock } from '../../platform/clock.ts';
import { blocksOf, lookFiles, readLooks } from './look-files.ts';

type Asked = EdgeCommandInput<'rules.doorSight'>;

export interface DoorSightsDeps {
  volume: string;
  /** Whether the disk of the footage is mounted. */
  isHere: () => Promise<boolean>;
  isCamera: (cameraId: string) => boolean;
  /** Until when it is known what a camera saw; null while nothing was told of it since the core began. */
  toldUntilUtcMs: (cameraId: string) => number | null;
  /** Writes what was told until now. */
  flush: () => Promise<void>;
  clock: Clock;
}

/** Somebody is told of when he is sure to be somebody; by then he was there for so long at most. */
const confirmedMs = 5_000;
/** What a camera has not told of by now, it will not tell. */
const givesUpMs = 60_000;
/** Whoever was there before, and when somebody looked last, is known by so much of the time before. */
const leadMs = 90_000;

/** Tells the server who went through a door and who was before it, by what rules are judged by. */
export class DoorSights {
  readonly #deps: DoorSightsDeps;

  constructor(deps: DoorSightsDeps) {
    this.#deps = deps;
  }

  async answer(asked: Asked): Promise<EdgeCommandOutput<'rules.doorSight'>> {
    const { cameraId, fromUtcMs, toUtcMs } = asked;
    const { volume, isHere, isCamera, toldUntilUtcMs, flush, clock } = this.#deps;
    if (!isCamera(cameraId)) throw new AppError('not_found');
    if (toUtcMs <= fromUtcMs || toUtcMs - fromUtcMs > longestSightMs)
      throw new AppError('validation_failed', { fields: ['toUtcMs'] });
    const knownUtcMs = toUtcMs + confirmedMs;
    const toldUtcMs = toldUntilUtcMs(cameraId);
    if ((toldUtcMs ?? 0) < knownUtcMs && clock.nowUtcMs() < toUtcMs + givesUpMs) return { state: 'waiting' };
    if (!(await isHere())) throw new AppError('footage_disk_away');
    await flush();
    const reader = new DoorSightReader(asked);
    const range = { fromUtcMs: fromUtcMs - leadMs, toUtcMs: knownUtcMs + 1 };
    for (const hour of (await lookFiles.list(volume, cameraId, range)).toReversed()) {
      const file = await readLooks(volume, cameraId, hour);
      for (const { facts, isAnew } of file === null ? [] : blocksOf(file, { isThin: true, skipsCells: true }))
        reader.hear(
          facts.filter(({ atUtcMs }) => atUtcMs >= range.fromUtcMs && atUtcMs < range.toUtcMs),
          isAnew,
        );
    }
    // Words that only say that time passed are written down seldom.
    if (toldUtcMs !== null) reader.hear([{ kind: 'seen', atUtcMs: Math.min(toldUtcMs, knownUtcMs) }], false);
    return { state: 'known', sight: reader.sight() };
  }
}
