import type { Permission } from '@sightline/contracts/shared/permissions';
import { holdsAnywhere, scopeOf, type Grant, type Scope } from '@sightline/domain/permissions/grant';
import type { Work } from '../../platform/database/database.ts';
import { eventsTold } from '../events/events.public.ts';
import * as repository from './weekly-figures.repository.ts';

/** Figures of a week; null where the reader may not see such things at all. */
export interface WeeklyFigures {
  events: Record<string, number> | null;
  busiest: repository.Figure[] | null;
  cores: repository.Figure[] | null;
  cameras: repository.Figure[] | null;
  gaps: repository.Figure[] | null;
  newPeople: number | null;
  signIns: repository.SignIns | null;
}

/** Reads what the holder of these grants may see of the week, and nothing else. */
export async function figuresFor(
  trx: Work,
  place: repository.WeekPlace,
  grants: readonly Grant[],
): Promise<WeeklyFigures> {
  const week = { ...place, eventsTold: await eventsTold(trx, { organizationId: place.organizationId, grants }) };
  const within = <T>(
    permission: Permission,
    read: (trx: Work, place: repository.EventsWeek, scope: Scope) => Promise<T>,
  ): Promise<T | null> => {
    const scope = scopeOf(grants, permission);
    return holdsAnywhere(scope) ? read(trx, week, scope) : Promise.resolve(null);
  };
  // One after the other: they share the connection of the transaction.
  return {
    events: await within('SearchView', repository.eventsByClass),
    busiest: await within('SearchView', repository.busiestCameras),
    cores: await within('CoreView', repository.coreDowntime),
    cameras: await within('CameraView', repository.cameraDowntime),
    gaps: await within('PlaybackView', repository.recordingGaps),
    newPeople: await within('UserManage', repository.newPeople),
    signIns: await within('AuditView', repository.signIns),
  };
}
