import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { eventsKept } from '../events/events.public.ts';
import { sightingsForgotten } from '../people/people.public.ts';
import { startGrouping } from './groups/group-jobs.ts';
import { keepUniforms } from './keep-uniforms.ts';
import { startLookingThrough } from './sightings/look-through.ts';
import { noteClothes } from './sightings/note-clothes.ts';
import { endExamples } from './sightings/uniform-sightings.repository.ts';
import { createTrainingsService } from './trainings/trainings.service.ts';
import { uniformsAudit } from './uniforms.audit.ts';
import { uniformsRoutes } from './uniforms.routes.ts';
import { createUniformsService } from './uniforms.service.ts';

/** Clothes that cameras know again. */
export const uniformsFeature: ServerFeature<ServerContext> = {
  noun: 'uniforms',
  audits: uniformsAudit,
  start: async (context) => {
    const workers = [await startGrouping(context), await startLookingThrough(context)];
    const services = { uniforms: createUniformsService(context), trainings: createTrainingsService(context) };
    return {
      routes: [answer('uniforms', uniformsCalls, uniformsRoutes(services))],
      stop: async () => void (await Promise.all(workers.map((worker) => worker.stop()))),
    };
  },
  hears: { 'uniforms.changed': { rights: ['OrganizationDatabasePeopleDirectory'], isQuiet: true } },
  hooks: (context) => [
    at(eventsKept, (work, kept) => noteClothes(context, work, kept)),
    at(sightingsForgotten, ({ trx }, { organizationId, eventIds }) => endExamples(trx, organizationId, eventIds)),
  ],
  housekeeping: (context) => [{ name: 'examples of uniforms', run: (now) => keepUniforms(context, now) }],
};
