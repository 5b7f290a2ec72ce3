import { type AsideFile, asideFiles } from './aside-files.ts';
import type { RetainedSegment, RetentionPolicy, RetentionStep } from './plan-retention.ts';
import type { MotionOwner } from './motion-retention.ts';
import { keptMotion } from './motion-retention.ts';
import { pruneMotion } from '../motion/motion-files.ts';
import { pruneLooks } from '../replay/look-files.ts';
import { Retention } from './retention.ts';
import { adoptedTimeKey, trustedTimeKey, type TimeMemory, TrustedTime } from '../keep-time/trusted-time.ts';
import type { Clock } from '../../platform/clock.ts';
import { floorBytesOf } from '../../platform/footage-floor.ts';
import type { Log } from '../../platform/log/log.ts';
import type { StreamRow } from '../../platform/store/cameras-store.ts';
import { pruneGapCopy, removeGapCopy, streamsWithGaps } from '../../platform/store/gap-copy.ts';
import { bytesBesideFootage, floorBeside, SoftwareRoom } from '../../platform/software/software-room.ts';
import { FootageLosses } from './footage-losses.ts';
import type { PartState } from '../report/camera-parts.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { keepFootage } from './kept-footage.ts';
import { oldestPerPass, retainedSegments } from './retained-segments.ts';
import { assessFootage } from './smart-footage.ts';

/** Rows of the ledger are looked through this often; they are small, so nothing hurries. */
const pruneMs = 3_600_000;
const dayMs = 86_400_000;

/** Hardly any file is longer. */
const longFileMs = 600_000;
/** For what was set aside of a stream that is not known any more. */
const usualRetentionDays = 30;

const cameraOf = (stores: EdgeStores): ((file: AsideFile) => string) => {
  const cameras = new Map(stores.cameras.streams().map(({ id, cameraId }) => [id, cameraId]));
  return ({ streamId }) => cameras.get(streamId) ?? streamId;
};

/** What cannot be read grows old like footage in which something happened. */
function retainedAside(stores: EdgeStores, aside: readonly AsideFile[], time: TrustedTime): RetainedSegment[] {
  const owner = cameraOf(stores);
  return aside.map((file) => {
    const { path, startUtcMs, bytes } = file;
    const span = { startUtcMs, endUtcMs: startUtcMs + longFileMs };
    return {
      path,
      cameraId: owner(file),
      ...span,
      writtenUtcMs: time.writtenMs(span),
      bytes,
      isProtected: false,
      isSmart: true,
    };
  });
}

/** The time of footage that went from between other footage stays explained, and that of any that the owner would still expect. */
function forget(stores: EdgeStores, { path, startUtcMs, endUtcMs }: RetentionStep, isBelowLeast: boolean): void {
  const streamId = path.slice(0, path.indexOf('/'));
  stores.store.transaction(() => {
    stores.segments.remove(path);
    const oldest = stores.segments.oldestStart(streamId);
    if (isBelowLeast) stores.gaps.noteGone(streamId, { startUtcMs, endUtcMs, cause: 'footage_below_least' });
    else if (oldest !== null && oldest < startUtcMs)
      stores.gaps.noteGone(streamId, { startUtcMs, endUtcMs, cause: 'footage_expired' });
  })();
}

/** Footage whose store was lost: the server may still say whose it is, and how long that camera's is to be kept. */
const waitsForItsCamera = ({ id, cameraId, removedAtUtcMs }: StreamRow, nowUtcMs: number): boolean =>
  cameraId === id && removedAtUtcMs !== null && nowUtcMs - removedAtUtcMs < usualRetentionDays * dayMs;

function policiesOf(stores: EdgeStores, aside: readonly AsideFile[], nowUtcMs: number): Map<string, RetentionPolicy> {
  const policies = new Map<string, RetentionPolicy & { heldBytes: number }>();
  // What is wanted of a camera now counts, not what was when it lost a stream.
  const streams = stores.cameras
    .streams()
    .toSorted((a, b) => (a.removedAtUtcMs ?? Infinity) - (b.removedAtUtcMs ?? Infinity) || 0);
  for (const stream of streams) {
    const { id, cameraId, retentionBytes, smartRetentionDays } = stream;
    const retentionDays = waitsForItsCamera(stream, nowUtcMs) ? null : stream.retentionDays;
    // Without a limit in bytes nobody asks for the sum.
    const held = retentionBytes === null ? 0 : stores.segments.closedBytes(id, Math.round(nowUtcMs));
    policies.set(cameraId, {
      retentionDays,
      retentionBytes,
      smartRetentionDays,
      heldBytes: (policies.get(cameraId)?.heldBytes ?? 0) + held,
    });
  }
  const owner = cameraOf(stores);
  for (const file of aside) {
    const policy = policies.get(owner(file)) ?? {
      retentionDays: usualRetentionDays,
      retentionBytes: null,
      heldBytes: 0,
    };
    policies.set(owner(file), { ...policy, heldBytes: policy.heldBytes + file.bytes });
  }
  return policies;
}

/** Forgets gaps from before any kept footage, and streams of deleted cameras whose last footage is gone. */
export function pruneLedger(stores: EdgeStores, nowUtcMs: number, volume: string): void {
  const streams = stores.cameras.streams();
  for (const stream of streams) {
    const oldest = stores.segments.oldestStart(stream.id);
    const beforeUtcMs = Math.min(oldest ?? nowUtcMs, nowUtcMs - stream.retentionDays * dayMs);
    stores.gaps.removeBefore(stream.id, beforeUtcMs);
    pruneGapCopy(volume, stream.id, beforeUtcMs);
    if (oldest === null) stores.cameras.forgetStream(stream.id);
  }
  const known = new Set(stores.cameras.streams().map(({ id }) => id));
  for (const id of streamsWithGaps(volume)) if (!known.has(id)) removeGapCopy(volume, id);
  // Events of a camera lead to its footage; where none is left nobody asks.
  for (const [cameraId, own] of Map.groupBy(streams, (stream) => stream.cameraId)) {
    const starts = own.flatMap((stream) => stores.segments.oldestStart(stream.id) ?? []);
    stores.eventSpans.removeBefore(cameraId, starts.length > 0 ? Math.min(...starts) : nowUtcMs);
  }
}

const motionOwners = (stores: EdgeStores): MotionOwner[] =>
  stores.cameras.streams().map(({ id, cameraId, retentionDays, smartRetentionDays }) => ({
    cameraId,
    retentionDays: Math.max(retentionDays, smartRetentionDays ?? 0),
    oldestUtcMs: stores.segments.oldestStart(id),
  }));

interface RetentionDeps {
  stores: EdgeStores;
  volume: string;
  clock: Clock;
  log: Log;
  /** Where versions of the software lie, if this core is updated over the link, and where exports are written. */
  softwareFolder?: string | null;
  exportFolder?: string;
  /** Whether the disk of the footage is mounted; it is unless said. */
  isHere?: () => Promise<boolean>;
  /** Deleting footage for room that is younger is told; a day unless said. */
  leastDays?: () => number;
  /** For tests; else the volume's own figure. */
  freeBytes?: () => Promise<number>;
}

export interface FootageRetention {
  stop: () => Promise<void>;
  /** Hears how the keeping of what happened goes for a camera: now, and after every pass. */
  listen: (onSmart: (cameraId: string, state: PartState) => void) => void;
  /** Somebody did not find this file. */
  checkFile: (path: string) => void;
  /** The server says what time it is. */
  confirmTime: (serverUtcMs: number) => void;
}

/** What another machine knew of the times of its footage, which was taken up here. */
function learnTime({ meta }: EdgeStores, time: TrustedTime): void {
  const adopted = meta.get(adoptedTimeKey);
  if (adopted !== null) time.learn(JSON.parse(adopted) as TimeMemory['misdated']);
}

function rememberTime({ store, meta }: EdgeStores, memory: string): void {
  store.transaction(() => {
    meta.set(trustedTimeKey, memory);
    meta.remove(adoptedTimeKey);
  })();
}

function recallTime({ stores, clock }: RetentionDeps): TrustedTime {
  const memory = stores.meta.get(trustedTimeKey);
  const ends = stores.cameras.streams().flatMap(({ id }) => stores.segments.latestEnd(id) ?? []);
  return new TrustedTime({
    wallMs: clock.nowUtcMs,
    monotonicMs: clock.monotonicMs,
    memory: memory === null ? null : (JSON.parse(memory) as TimeMemory),
    newestFootageUtcMs: ends.length === 0 ? null : Math.max(...ends),
  });
}

/** Forgets, every hour, what leads to footage that is gone. */
function startPruning(
  { stores, volume, isHere, log }: RetentionDeps,
  nowUtcMs: () => number,
): { stop: () => Promise<void> } {
  let pruned = Promise.resolve();
  const prune = async (): Promise<void> => {
    if ((await isHere?.()) === false) return;
    try {
      pruneLedger(stores, nowUtcMs(), volume);
      const kept = keptMotion(motionOwners(stores), nowUtcMs());
      await pruneMotion(volume, kept);
      await pruneLooks(volume, kept, nowUtcMs());
    } catch (error) {
      // The next hour does what a full disk prevented.
      log.warn({ detail: String(error) }, 'gaps, motion and looks of the past could not be pruned');
    }
  };
  const timer = setInterval(() => {
    pruned = pruned.then(prune);
  }, pruneMs);
  return {
    stop: () => {
      clearInterval(timer);
      return pruned;
    },
  };
}

/** Remembers how the keeping of what happened goes for each camera, for whoever begins to listen later. */
function createSmartNotifier(): Pick<FootageRetention, 'listen'> & {
  notify: (states: Map<string, PartState>) => void;
} {
  let known = new Map<string, PartState>();
  let listener: Parameters<FootageRetention['listen']>[0] = () => undefined;
  const notifyAll = (): void => known.forEach((state, cameraId) => listener(cameraId, state));
  return {
    listen: (onSmart) => {
      listener = onSmart;
      notifyAll();
    },
    notify: (states) => {
      known = states;
      notifyAll();
    },
  };
}

/** What footage leaves free of its disk, bytes: room for the software and for exports that are written to the same one. */
const floorBytes = async ({ volume, exportFolder }: RetentionDeps, softwareBytes: number): Promise<number> =>
  floorBeside(floorBytesOf(volume), softwareBytes, exportFolder ? await bytesBesideFootage(exportFolder, volume) : 0);

/** Deletes what is over its days or room, from the footage and from the store. A deleted camera keeps its last policy. */
export function startFootageRetention(deps: RetentionDeps): FootageRetention {
  const { stores, volume, log } = deps;
  const time = recallTime(deps);
  const nowUtcMs = (): number => time.nowUtcMs();
  const software = deps.softwareFolder ? new SoftwareRoom(deps.softwareFolder, volume) : null;
  let softwareBytes = 0;
  let aside: AsideFile[] = [];
  const smart = createSmartNotifier();
  const losses = new FootageLosses(deps, {
    nowUtcMs,
    forget: (step, isBelowLeast) => forget(stores, step, isBelowLeast),
    isDeleting: (path) => retention.isDeleting(path),
  });
  const retention: Retention = new Retention({
    volume,
    ...losses.hooks,
    segments: () => [...retainedSegments(stores, time), ...retainedAside(stores, aside, time)],
    policies: () => policiesOf(stores, aside, nowUtcMs()),
    nowUtcMs,
    floorBytes: () => floorBytes(deps, softwareBytes),
    isHere: deps.isHere,
    prepare: async () => {
      learnTime(stores, time);
      softwareBytes = (await software?.bytes().catch(() => softwareBytes)) ?? 0;
      const memory = JSON.stringify(time.look());
      try {
        smart.notify(await assessFootage({ stores, volume, nowUtcMs: nowUtcMs() }));
      } finally {
        rememberTime(stores, memory);
      }
      aside = asideFiles(volume, oldestPerPass);
      await keepFootage(deps, losses, nowUtcMs());
    },
    ...(deps.freeBytes && { freeBytes: deps.freeBytes }),
    failed: (path, error) => log.error({ path, detail: String(error) }, 'footage could not be deleted'),
  });
  retention.start();
  losses.start();
  const pruning = startPruning(deps, nowUtcMs);
  return {
    listen: smart.listen,
    confirmTime: (serverUtcMs) => void (time.confirm(serverUtcMs) && retention.run()),
    checkFile: (path) => losses.checkFile(path),
    stop: async () => {
      await Promise.all([retention.stop(), pruning.stop()]);
      await losses.stop();
    },
  };
}
