import type { ReplayResult, ReplayState } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { EdgeCommandInput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { hourMs } from '@sightline/media/motion-index/motion-hour';
import type { Clock } from '../../platform/clock.ts';
import { type EvaluatedCamera, runnableRule, type RunnableRule, spansFrom } from '../rules/runnable-rule.ts';
import { CpuFence } from './cpu-fence.ts';
import { blocksOf, lookFiles, readLooks } from './look-files.ts';
import { RuleReplay } from './rule-replay.ts';

type Asked = EdgeCommandInput<'rules.replay'>;

export interface ReplaysDeps {
  volume: string;
  /** Whether the disk of the footage is mounted. */
  isHere: () => Promise<boolean>;
  /** The zone of the site of a camera; undefined for what is no camera here. */
  timeZoneOf: (cameraId: string) => string | undefined;
  /** Writes what was told until now. */
  flush: () => Promise<void>;
  clock: Clock;
  /** An answer waits for the end for so long; 1.5 s unless a test says otherwise. */
  waitMs?: number;
}

interface Replay {
  asked: string;
  share: number;
  askedAtMs: number;
  isStopped: boolean;
  done: Promise<ReplayResult>;
}

const dayMs = 86_400_000;
const defaultWaitMs = 1_500;
/** Nobody waits for it any more. */
const abandonedMs = 10_000;
/** Side by side; whoever asks beyond the second number is refused. */
const atOnce = 2;
const maxWaiting = 8;
/** More of one camera is not read: what is newer counts. */
const maxBytes = 96 * 1024 * 1024;

/** Tries rules on what cameras saw: few at a time, in the background, for as long as somebody asks. */
export class Replays {
  readonly #deps: ReplaysDeps;
  readonly #replays = new Map<string, Replay>();
  #running = 0;
  #queue: { replay: Replay; go: () => void }[] = [];

  constructor(deps: ReplaysDeps) {
    this.#deps = deps;
  }

  async answer(asked: Asked): Promise<ReplayState> {
    this.#dropAbandoned();
    const replay = this.#known(asked) ?? this.#begin(asked);
    replay.askedAtMs = this.#deps.clock.monotonicMs();
    const result = await Promise.race([replay.done, this.#patience()]);
    replay.askedAtMs = this.#deps.clock.monotonicMs();
    if (result === null) return { state: 'running', share: replay.share };
    this.#replays.delete(asked.replayId);
    return { state: 'done', result };
  }

  /** Ends all. */
  stop(): void {
    for (const replay of this.#replays.values()) replay.isStopped = true;
    this.#letGo();
  }

  #patience(): Promise<null> {
    return new Promise((resolve) => setTimeout(() => resolve(null), this.#deps.waitMs ?? defaultWaitMs));
  }

  /** The one that goes on; another question under the same id ends it. */
  #known({ replayId, ...asked }: Asked): Replay | undefined {
    const replay = this.#replays.get(replayId);
    if (replay === undefined || replay.asked === JSON.stringify(asked)) return replay;
    replay.isStopped = true;
    this.#replays.delete(replayId);
    return undefined;
  }

  #begin({ replayId, ...asked }: Asked): Replay {
    const timeZone = this.#deps.timeZoneOf(asked.cameraId);
    if (timeZone === undefined) throw new AppError('not_found');
    const camera = { id: asked.cameraId, timeZone };
    const nowUtcMs = this.#deps.clock.nowUtcMs();
    const fromUtcMs = nowUtcMs - asked.days * dayMs;
    const rule = ruleOf(asked, fromUtcMs);
    if (this.#queue.length >= maxWaiting) throw new AppError('back_test_busy');
    const replay: Replay = {
      asked: JSON.stringify(asked),
      share: 0,
      askedAtMs: this.#deps.clock.monotonicMs(),
      isStopped: false,
      done: Promise.resolve(null as never),
    };
    replay.done = this.#inTurn(replay, () => this.#run(replay, { rule, camera, fromUtcMs, nowUtcMs }));
    // Whoever asked may be gone when it fails.
    replay.done.catch(() => this.#replays.delete(replayId));
    this.#replays.set(replayId, replay);
    return replay;
  }

  async #inTurn<T>(replay: Replay, work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) await new Promise<void>((go) => this.#queue.push({ replay, go }));
    if (replay.isStopped) throw new AppError('back_test_busy');
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#queue.shift()?.go();
    }
  }

  async #run(
    replay: Replay,
    what: { rule: RunnableRule; camera: EvaluatedCamera; fromUtcMs: number; nowUtcMs: number },
  ): Promise<ReplayResult> {
    const { volume, isHere, flush, clock } = this.#deps;
    const { rule, camera, fromUtcMs, nowUtcMs } = what;
    if (!(await isHere())) throw new AppError('footage_disk_away');
    await flush();
    const run = new RuleReplay(rule, camera, fromUtcMs);
    const fence = new CpuFence(clock.monotonicMs);
    const hours = await this.#hours(camera.id, { fromUtcMs, toUtcMs: nowUtcMs });
    for (const [index, hour] of hours.entries()) {
      const file = await readLooks(volume, camera.id, hour);
      for (const block of file === null ? [] : blocksOf(file, run.unpacking)) {
        run.hear(block);
        if (!fence.isDue) continue;
        replay.share = index / hours.length;
        await fence.rest();
        this.#dropAbandoned();
        if (replay.isStopped) throw new AppError('back_test_busy');
      }
    }
    return run.result(nowUtcMs);
  }

  /** Hours to judge by, the oldest first. */
  async #hours(cameraId: string, range: { fromUtcMs: number; toUtcMs: number }): Promise<number[]> {
    const { volume } = this.#deps;
    let left = maxBytes;
    const newest: number[] = [];
    for (const hour of await lookFiles.list(volume, cameraId, { ...range, toUtcMs: range.toUtcMs + hourMs })) {
      left -= await lookFiles.bytes(volume, cameraId, hour);
      if (left < 0) break;
      newest.push(hour);
    }
    return newest.toReversed();
  }

  #dropAbandoned(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    for (const [replayId, replay] of this.#replays) {
      if (nowMs - replay.askedAtMs < abandonedMs) continue;
      replay.isStopped = true;
      this.#replays.delete(replayId);
    }
    this.#letGo();
  }

  /** Those that wait for nothing any more. */
  #letGo(): void {
    const stopped = this.#queue.filter(({ replay }) => replay.isStopped);
    this.#queue = this.#queue.filter(({ replay }) => !replay.isStopped);
    for (const { go } of stopped) go();
  }
}

/** As a rule of this condition would be judged live. */
function ruleOf({ cameraId, condition, schedule, coolDownS, mergeS }: Omit<Asked, 'replayId'>, fromUtcMs: number) {
  const content = {
    name: '',
    condition,
    severity: 'info' as const,
    cameraIds: [cameraId],
    schedule,
    arming: [],
    coolDownS,
    mergeS,
    preS: 0,
    postS: 0,
    protectDays: 0,
    snoozedUntilUtcMs: null,
    mutes: [],
  };
  const rule = runnableRule({ id: cameraId, content }, { spansOf: spansFrom(fromUtcMs), nowUtcMs: fromUtcMs });
  if (rule === null) throw new AppError('back_test_kind');
  return rule;
}
