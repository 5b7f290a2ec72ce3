import type { EventMark } from '@sightline/contracts/events/event';
import { classCodes, phaseCodes, severityCodes } from '../event-codes.ts';
import type { MarkRow } from './event-marks.repository.ts';

/** What a timeline is told of an event. */
export const presentMark = (row: MarkRow): EventMark => ({
  id: row.id,
  class: classCodes.fromCode(row.class),
  subtype: row.subtype,
  phase: phaseCodes.fromCode(row.phase),
  severity: severityCodes.fromCode(row.severity),
  startedAtUtcMs: row.startedAt.getTime(),
  lastSeenUtcMs: row.lastSeenAt.getTime(),
  endedAtUtcMs: row.endedAt?.getTime() ?? null,
  isStationary: row.isStationary,
  revision: row.revision,
});
