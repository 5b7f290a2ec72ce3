import { AppError } from '@sightline/contracts/shared/errors';
import { longestStatusDays } from '@sightline/contracts/status/status.api';
import type { PartStatus, StatusDay, StatusHistory } from '@sightline/contracts/status/status';
import { cameraPartsOf } from '@sightline/domain/cameras/camera-status';
import { listedStatus } from '@sightline/domain/status/edge-status';
import { spansOf, uptimeShare, type StatusMoment } from '@sightline/domain/status/uptime';
import { siteDays } from '@sightline/domain/time/site-days';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { findEdgeRef, requireEdge } from '../edges/edges.public.ts';
import { findPlace } from '../locations/locations.public.ts';
import { cameraFactsOf } from './status-events.ts';
import { cameraFacts } from './status-facts.repository.ts';
import * as repository from './status-history.repository.ts';
import { requireSeenLocation } from './status.policy.ts';

const maxChanges = 500;
const dayMs = 86_400_000;

/** What histories need from the rest of the server. */
export interface StatusDeps {
  database: Database;
  clock: Clock;
}

interface Range {
  fromUtcMs: number;
  toUtcMs: number;
}

/** A thing whose history is asked for, and the zone of its site. */
interface Asked {
  organizationId: string;
  entityId: string;
  timeZone: string;
}

/** How things were. */
export type StatusService = ReturnType<typeof createStatusService>;

/** Histories of what was shown of cameras, cores and locations. */
export function createStatusService({ database, clock }: StatusDeps) {
  const read = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, work);
  return {
    ofCamera: (actor: MemberActor, id: string, range: Range): Promise<StatusHistory> =>
      read(actor, async (trx) => {
        const { organizationId } = actor;
        const { timeZone } = await cameraFor(trx, actor, { cameraId: id, permission: 'CameraView' });
        const asked = { organizationId, entityId: id, timeZone };
        return {
          ...(await historyOf(trx, asked, { ...range, nowUtcMs: clock() })),
          parts: await partsOf(trx, { organizationId, nowUtcMs: clock() }, id),
        };
      }),
    ofEdge: (actor: MemberActor, id: string, range: Range): Promise<StatusHistory> =>
      read(actor, async (trx) => {
        const { organizationId } = actor;
        const { locationId } = requireEdge(actor, await findEdgeRef(trx, organizationId, id), 'CoreView');
        const timeZone = await repository.zoneOf(trx, { organizationId, entityId: locationId });
        return historyOf(trx, { organizationId, entityId: id, timeZone }, { ...range, nowUtcMs: clock() });
      }),
    ofLocation: (actor: MemberActor, id: string, range: Range): Promise<StatusHistory> =>
      read(actor, async (trx) => {
        const { organizationId } = actor;
        const { timeZone } = requireSeenLocation(actor, await findPlace(trx, organizationId, id));
        return historyOf(trx, { organizationId, entityId: id, timeZone }, { ...range, nowUtcMs: clock() });
      }),
  };
}

async function partsOf(
  trx: Work,
  at: { organizationId: string; nowUtcMs: number },
  cameraId: string,
): Promise<PartStatus[]> {
  const [row] = await cameraFacts(trx, at, [cameraId]);
  return row ? Object.values(cameraPartsOf(cameraFactsOf(row))) : [];
}

async function historyOf(trx: Work, asked: Asked, range: Range & { nowUtcMs: number }): Promise<StatusHistory> {
  requireRange(range);
  const { timeZone } = asked;
  const { days, endUtcMs } = siteDays(timeZone, range.fromUtcMs, range.toUtcMs);
  const whole = { fromUtcMs: days[0]?.startUtcMs ?? range.fromUtcMs, toUtcMs: endUtcMs };
  // What is shown now says nothing of the rest of the day.
  const known = { ...whole, toUtcMs: Math.min(endUtcMs, range.nowUtcMs) };
  const moments = await repository.momentsOf(trx, asked, known);
  const changes = await repository.changesOf(trx, asked, { ...whole, limit: maxChanges + 1 });
  return {
    timeZone,
    status: listedStatus(await repository.findStatus(trx, asked), range.nowUtcMs),
    parts: [],
    uptimeShare: uptimeShare(spansOf(moments, known)),
    days: days.map(({ day, startUtcMs }, index) =>
      dayOf({ day, fromUtcMs: startUtcMs, toUtcMs: days[index + 1]?.startUtcMs ?? endUtcMs }, moments, known),
    ),
    changes: changes.slice(0, maxChanges),
    isCut: changes.length > maxChanges,
  };
}

function requireRange({ fromUtcMs, toUtcMs }: Range): void {
  const isTooFar = toUtcMs > 8_640_000_000_000_000 - dayMs * 2;
  if (toUtcMs <= fromUtcMs || toUtcMs - fromUtcMs > longestStatusDays * dayMs || isTooFar)
    throw new AppError('search_range_invalid');
}

/** What was shown on one day, as far as it is known. */
function dayOf(day: { day: string } & Range, moments: readonly StatusMoment[], known: Range): StatusDay {
  const spans = spansOf(moments, { fromUtcMs: day.fromUtcMs, toUtcMs: Math.min(day.toUtcMs, known.toUtcMs) });
  return { ...day, uptimeShare: uptimeShare(spans), spans };
}
