import type { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { AnalysisService } from './analysis.service.ts';

/** Handlers of the analysis calls. */
export const analysisRoutes = (service: AnalysisService): CallHandlers<typeof analysisCalls> => ({
  ofEdge: ({ params }, { actor }) => service.ofEdge(actor, params.id),
});
