import type { AttentionItem } from '@sightline/contracts/attention/attention';
import type { StorageOverview } from '@sightline/contracts/recordings/storage';
import type { ShownStatus } from '@sightline/contracts/status/status';
import type { FailingReceiver } from '../webhooks/webhooks.public.ts';
import type { FailedDispatch } from '../dispatch-alarms/dispatch-alarms.public.ts';
import type { CameraTrouble, CoreRow, GapGroup } from './attention.repository.ts';

/** Difference of clocks from which on it is told, as beside the core itself. */
const clockToldMs = 2_000;

const dayMs = 86_400_000;

const statusOf = ({
  state,
  part,
  cause,
  since,
  flappingSince,
}: Omit<CameraTrouble, 'id' | 'name' | 'locationName' | 'timeZone'>): ShownStatus => ({
  state,
  part,
  cause,
  sinceUtcMs: since.getTime(),
  isFlapping: flappingSince !== null,
});

const placeOf = ({ locationName, timeZone }: { locationName: string; timeZone: string }) => ({
  locationName,
  timeZone,
});

/** When it is so now, it is known now. */
const open = (key: string, atUtcMs: number) => ({ key, isOpen: true, atUtcMs, knownUtcMs: atUtcMs });
const past = (key: string, atUtcMs: number, knownUtcMs = atUtcMs) => ({ key, isOpen: false, atUtcMs, knownUtcMs });

export const cameraItem = (row: CameraTrouble): AttentionItem => ({
  kind: 'camera',
  ...open(`camera:${row.id}`, row.since.getTime()),
  ...placeOf(row),
  cameraId: row.id,
  cameraName: row.name,
  status: statusOf(row),
});

export const gapItem = (row: GapGroup): AttentionItem => ({
  kind: 'gap',
  ...past(`gap:${row.edgeId}:${row.cause}`, row.toAt.getTime(), row.knownAt.getTime()),
  ...placeOf(row),
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  cameraCount: row.cameraCount,
  cause: row.cause,
  fromUtcMs: row.fromAt.getTime(),
  toUtcMs: row.toAt.getTime(),
});

/** What is known of a core beside its row. */
export interface CoreReport {
  nowUtcMs: number;
  /** Cameras that are away with it. */
  awayCount: number;
  /** Its processor has been busy for so long; null when it is not. */
  busySinceUtcMs: number | null;
  /** When it was busy for minutes last, within a day. */
  wasBusy: { atUtcMs: number; cpuShare: number } | null;
  behindCount: number;
  storage: StorageOverview | null;
}

const isOverloaded = ({ isLinked }: CoreRow, { busySinceUtcMs, behindCount }: CoreReport): boolean =>
  isLinked && (busySinceUtcMs !== null || behindCount > 0);

/** An overload of today that is over. */
function pastOverload(row: CoreRow, report: CoreReport): AttentionItem[] {
  const { wasBusy } = report;
  if (wasBusy === null || isOverloaded(row, report)) return [];
  const core = { ...placeOf(row), edgeId: row.id, edgeName: row.name };
  return [
    {
      kind: 'overload',
      ...past(`overload:${row.id}`, wasBusy.atUtcMs),
      ...core,
      cpuShare: wasBusy.cpuShare,
      behindCount: 0,
    },
  ];
}

/** Everything that is wrong with a core now, and what was today. */
export function coreItems(row: CoreRow, report: CoreReport): AttentionItem[] {
  const { state, since } = row;
  const core = { ...placeOf(row), edgeId: row.id, edgeName: row.name };
  const items = pastOverload(row, report);
  if (!row.isLinked) {
    if (state === null || since === null || (state !== 'offline' && row.flappingSince === null)) return items;
    const status = statusOf({ state, part: row.part, cause: row.cause, since, flappingSince: row.flappingSince });
    items.push({
      kind: 'core',
      ...open(`core:${row.id}`, since.getTime()),
      ...core,
      status,
      cameraCount: report.awayCount,
    });
    return items;
  }
  const { nowUtcMs, busySinceUtcMs, behindCount } = report;
  if (isOverloaded(row, report))
    items.push({
      kind: 'overload',
      ...open(`overload:${row.id}`, busySinceUtcMs ?? nowUtcMs),
      ...core,
      cpuShare: row.cpuShare,
      behindCount,
    });
  if (row.clockOffsetMs !== null && Math.abs(row.clockOffsetMs) >= clockToldMs)
    items.push({ kind: 'clock', ...open(`clock:${row.id}`, nowUtcMs), ...core, offsetMs: row.clockOffsetMs });
  const tight = (report.storage?.cameras ?? []).filter(
    ({ fitsDays, retentionDays }) => fitsDays !== null && fitsDays < retentionDays,
  );
  const worst = tight.toSorted((a, b) => (a.fitsDays ?? 0) - (b.fitsDays ?? 0))[0];
  if (worst !== undefined)
    items.push({
      kind: 'storage',
      ...open(`storage:${row.id}`, nowUtcMs),
      ...core,
      cameraCount: tight.length,
      fitsDays: worst.fitsDays ?? 0,
      retentionDays: worst.retentionDays,
    });
  return items;
}

/** How long before its end something to sign in with is told of. */
export const expiryWarningMs = 7 * dayMs;

/** Something that ends: told once it ends within a week, and anew when it has ended. Behind a certificate that ended nobody comes in until it is replaced: that lasts. */
export function credentialItem(
  what: { of: Extract<AttentionItem, { kind: 'credential' }>['of']; id: string; name: string; expiresAt: Date },
  nowUtcMs: number,
): AttentionItem {
  const expiresAtUtcMs = what.expiresAt.getTime();
  const knownUtcMs = expiresAtUtcMs <= nowUtcMs ? expiresAtUtcMs : expiresAtUtcMs - expiryWarningMs;
  return {
    kind: 'credential',
    ...past(`${what.of}:${what.id}`, expiresAtUtcMs, knownUtcMs),
    isOpen: what.of === 'signInCertificate' && expiresAtUtcMs <= nowUtcMs,
    locationName: null,
    timeZone: null,
    of: what.of,
    name: what.name,
    expiresAtUtcMs,
  };
}

/** A receiver of messages that takes none. It lasts while the server still tries; that the server gave up is told until it was seen. */
export const receiverItem = (row: FailingReceiver): AttentionItem => ({
  kind: 'receiver',
  ...past(`receiver:${row.webhookId}`, row.since.getTime()),
  isOpen: !row.isOff,
  locationName: null,
  timeZone: null,
  webhookId: row.webhookId,
  isService: row.isService,
  name: row.name,
  isOff: row.isOff,
});

export const noticeItem = (row: {
  edgeId: string;
  edgeName: string;
  locationName: string;
  timeZone: string;
  code: Extract<AttentionItem, { kind: 'notice' }>['code'];
  count: number;
  at: Date;
  knownAt: Date;
}): AttentionItem => ({
  kind: 'notice',
  ...past(`notice:${row.edgeId}:${row.code}`, row.at.getTime(), row.knownAt.getTime()),
  ...placeOf(row),
  edgeId: row.edgeId,
  edgeName: row.edgeName,
  code: row.code,
  count: row.count,
});

export const offItem = (row: {
  id: string;
  name: string;
  locationName: string;
  timeZone: string;
  since: Date;
  count: number;
}): AttentionItem => ({
  kind: 'recordingOff',
  ...past('recordingOff', row.since.getTime()),
  ...placeOf(row),
  cameraId: row.id,
  cameraName: row.name,
  cameraCount: row.count,
});

export const exportItem = (row: {
  id: string;
  cameraId: string;
  cameraName: string;
  locationName: string;
  timeZone: string;
  failure: Extract<AttentionItem, { kind: 'export' }>['failure'];
  finishedAt: Date;
}): AttentionItem => ({
  kind: 'export',
  ...past(`export:${row.id}`, row.finishedAt.getTime()),
  ...placeOf(row),
  cameraId: row.cameraId,
  cameraName: row.cameraName,
  exportId: row.id,
  failure: row.failure,
});

/** An alarm that the monitoring service did not take, as long as it counts as active, or of whose end it does not know. */
export const dispatchItem = (row: FailedDispatch): AttentionItem => ({
  kind: 'dispatch',
  ...past(`dispatch:${row.id}:${row.problem}`, row.at.getTime()),
  isOpen: row.problem !== 'notCanceled',
  ...placeOf(row),
  dispatchAlarmId: row.id,
  number: row.number,
  problem: row.problem,
});

/** What is wrong now before what is over; a thing that cannot be seen or recorded before what only may become so. */
const ranks: Record<AttentionItem['kind'], number> = {
  // Help that does not come.
  dispatch: -1,
  core: 0,
  camera: 1,
  gap: 2,
  storage: 3,
  overload: 4,
  clock: 5,
  notice: 6,
  export: 7,
  receiver: 8,
  recordingOff: 9,
  credential: 10,
};

const stateRanks: Record<ShownStatus['state'], number> = {
  offline: 0,
  notRecording: 0.3,
  unhealthy: 0.5,
  notConnected: 0.6,
  online: 0.7,
};
const rankOf = (item: AttentionItem): number =>
  ranks[item.kind] + (item.kind === 'camera' ? stateRanks[item.status.state] : 0);

/** Worst first, of alike ones the newest. */
export const inOrder = (items: readonly AttentionItem[]): AttentionItem[] =>
  items.toSorted((a, b) => rankOf(a) - rankOf(b) || b.atUtcMs - a.atUtcMs);
