import { peopleCalls } from '@sightline/contracts/people/people.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraCameOrWent } from '../cameras/cameras.public.ts';
import { eventsKept } from '../events/events.public.ts';
import { camerasConcerned } from '../locations/locations.public.ts';
import { switchesChanged } from '../organizations/organizations.public.ts';
import { startClustering } from './clusters/cluster-jobs.ts';
import { createPersonFacesService } from './faces/person-faces.service.ts';
import { forgetLocation, forgetOrganization } from './forgetting/forget.ts';
import { startForgetting } from './forgetting/forget-jobs.ts';
import { faceGallery, tellGalleries } from './gallery/face-gallery.synced.ts';
import { peopleAudit } from './people.audit.ts';
import { peopleRoutes } from './people.routes.ts';
import { createPeopleService } from './people.service.ts';
import { expireAllSightings } from './sightings/expire-sightings.ts';
import { noteSightings } from './sightings/note-sightings.ts';
import { createUnsavedPeopleService } from './unsaved/unsaved-people.service.ts';

/** Who is seen: people whom the organization knows, and those whom nobody has named. */
export const peopleFeature: ServerFeature<ServerContext> = {
  noun: 'people',
  audits: peopleAudit,
  synced: () => [faceGallery],
  start: async (context) => {
    const workers = [await startClustering(context), await startForgetting(context)];
    const services = {
      people: createPeopleService(context),
      unsaved: createUnsavedPeopleService(context),
      faces: createPersonFacesService(context),
    };
    return {
      routes: [answer('people', peopleCalls, peopleRoutes(services))],
      stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    };
  },
  hears: { 'people.changed': { rights: ['OrganizationDatabasePeopleDirectory'], isQuiet: true } },
  hooks: (context) => [
    at(eventsKept, (work, kept) => noteSightings(context, work, kept)),
    at(camerasConcerned, async (work, { organizationId, locationId, isOtherZone }) => {
      if (!isOtherZone) await forgetLocation(context, work, { organizationId, locationId });
    }),
    at(switchesChanged, async (work, { organizationId, changed }) => {
      if (changed.includes('faceRecognition')) await forgetOrganization(context, work, organizationId);
    }),
    at(cameraCameOrWent, async (work, { organizationId, edgeId }) => {
      await tellGalleries(context, work, { organizationId, edgeIds: [edgeId] });
    }),
  ],
  housekeeping: ({ database }) => [{ name: 'sightings of people', run: (now) => expireAllSightings(database, now) }],
};
