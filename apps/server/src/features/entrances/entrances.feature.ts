import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraCameOrWent } from '../cameras/cameras.public.ts';
import { deleteOldMinutes } from './entrance-minutes.repository.ts';
import { applyEntranceMinutes } from './entrance-reports.ts';
import { entranceEntity, tellCores } from './entrance.synced.ts';
import { entrancesAudit } from './entrances.audit.ts';
import { entrancesRoutes } from './entrances.routes.ts';
import { createEntrancesService } from './entrances.service.ts';

/** So long minutes are kept. */
const keptMs = 400 * 86_400_000;

/** Where cores count who goes in and out. */
export const entrancesFeature: ServerFeature<ServerContext> = {
  noun: 'entrances',
  audits: entrancesAudit,
  synced: () => [entranceEntity],
  link: () => ({ entranceMinutes: applyEntranceMinutes }),
  start: (context) => ({
    routes: [answer('entrances', entrancesCalls, entrancesRoutes(createEntrancesService(context)))],
  }),
  hooks: (context) => [
    at(cameraCameOrWent, (work, { organizationId, edgeId }) =>
      tellCores(context, work, { organizationId, edgeIds: [edgeId] }),
    ),
  ],
  hears: {
    'entrances.changed': { rights: ['CameraView'], isQuiet: true },
    'entrances.counted': { rights: ['CameraView'], isQuiet: true },
  },
  housekeeping: ({ database }) => [
    {
      name: 'what was counted at entrances',
      run: (now) => deleteOldMinutes(database, new Date(now.getTime() - keptMs)),
    },
  ],
};
