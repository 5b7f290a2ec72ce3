import type { EventReport } from '@sightline/contracts/events/event';
import type { Database } from '../../../platform/database/database.ts';
import { makeDay } from './event-days.repository.ts';
import { placeOf, possibleStarts, type ReportOrigin } from '../event-rules.ts';
import { camerasOfEdge } from './event-writes.repository.ts';

/** UTC day of an instant as yyyy-mm-dd. */
export const dayOf = (atUtcMs: number): string => new Date(atUtcMs).toISOString().slice(0, 10);

/** Days for which this process knows that the database has partitions. */
export interface EventDays {
  /** Makes the partitions that these reports need; those of impossible days, or of cameras of others, are left to be refused. */
  prepare: (from: ReportOrigin, reports: readonly EventReport[]) => Promise<void>;
  /** Makes the partitions of today and tomorrow before they are needed. */
  makeAhead: (nowMs: number) => Promise<void>;
  /** A day that was known is gone: all of them are asked for anew. */
  forget: () => void;
}

export function createEventDays(database: Database): EventDays {
  const known = new Set<string>();
  const make = async (day: string): Promise<void> => {
    if (!known.has(day) && (await makeDay(database, day))) known.add(day);
  };
  return {
    prepare: async (from, reports) => {
      const missing = reports.filter((report) => !known.has(dayOf(report.startedAtUtcMs)));
      if (missing.length === 0) return;
      const cameras = await database.withOrganization(from.organizationId, (trx) =>
        camerasOfEdge(trx, from, new Set(missing.map((report) => report.cameraId))),
      );
      const byId = new Map(cameras.map((camera) => [camera.id, camera]));
      const possible = missing.filter(({ cameraId, startedAtUtcMs }) => {
        const camera = byId.get(cameraId);
        if (!camera) return false;
        const { fromUtcMs, toUtcMs } = possibleStarts(placeOf(camera, from));
        return startedAtUtcMs >= fromUtcMs && startedAtUtcMs <= toUtcMs;
      });
      for (const day of new Set(possible.map((report) => dayOf(report.startedAtUtcMs)))) await make(day);
    },
    makeAhead: async (nowMs) => {
      for (const day of [dayOf(nowMs), dayOf(nowMs + 86_400_000)]) await make(day);
    },
    forget: () => known.clear(),
  };
}
