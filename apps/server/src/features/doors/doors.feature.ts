import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraCameOrWent } from '../cameras/cameras.public.ts';
import { eraseAllLeftBehind } from './door-pictures.ts';
import { applyDoorCandidate, applyDoorState } from './door-reports.ts';
import { deleteOldStates } from './door-states.repository.ts';
import { doorEntity, tellCores } from './door.synced.ts';
import { doorsAudit } from './doors.audit.ts';
import { doorsRoutes } from './doors.routes.ts';
import { createDoorsService } from './doors.service.ts';

const dayMs = 86_400_000;
/** So long it is known how doors were, and that some were removed. */
const keptMs = { states: 400 * dayMs, removed: 90 * dayMs };

/** Heard by whoever sees the camera and has the right to the directory. */
const heard = { rights: ['CameraView'], alsoHolds: 'OrganizationDatabaseDoorsDirectory', isQuiet: true } as const;

/** Doors that cores watch. */
export const doorsFeature: ServerFeature<ServerContext> = {
  noun: 'doors',
  audits: doorsAudit,
  synced: () => [doorEntity],
  link: (context) => ({ doorCandidate: applyDoorCandidate(context), doorState: applyDoorState }),
  start: (context) => ({
    routes: [answer('doors', doorsCalls, doorsRoutes(createDoorsService(context), context))],
  }),
  hooks: (context) => [
    at(cameraCameOrWent, (work, { organizationId, edgeId }) =>
      tellCores(context, work, { organizationId, edgeIds: [edgeId] }),
    ),
  ],
  hears: { 'doors.changed': heard, 'doors.told': heard },
  housekeeping: (context) => [
    {
      name: 'how doors were',
      run: (now) =>
        deleteOldStates(context.database, {
          states: new Date(now.getTime() - keptMs.states),
          removed: new Date(now.getTime() - keptMs.removed),
        }),
    },
    { name: 'pictures of doors that are gone', run: (now) => eraseAllLeftBehind(context, now) },
  ],
};
