import type { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { TrainingsService } from './trainings/trainings.service.ts';
import type { UniformsService } from './uniforms.service.ts';

interface Services {
  uniforms: UniformsService;
  trainings: TrainingsService;
}

/** Handlers of the calls of uniforms. */
export const uniformsRoutes = ({ uniforms, trainings }: Services): CallHandlers<typeof uniformsCalls> => ({
  list: ({ query }, { actor }) => uniforms.list(actor, query),
  suggested: (_, { actor }) => uniforms.suggested(actor),
  openTraining: ({ body }, { actor }) => trainings.open(actor, body),
  measureTraining: ({ params, body }, { actor }) => trainings.measure(actor, params.id, body),
  saveTraining: ({ params, body }, { actor }) => trainings.save(actor, params.id, body),
  closeTraining: ({ params }, { actor }) => trainings.close(actor, params.id),
  update: ({ params, body }, { actor }) => uniforms.update(actor, params.id, body),
  remove: ({ params }, { actor }) => uniforms.remove(actor, params.id),
});
