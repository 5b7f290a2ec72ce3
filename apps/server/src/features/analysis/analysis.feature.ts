import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { analysisRoutes } from './analysis.routes.ts';
import { createAnalysisService } from './analysis.service.ts';

/** How cores keep up with looking at pictures. */
export const analysisFeature: ServerFeature<ServerContext> = {
  noun: 'analysis',
  start: (context) => ({
    routes: [answer('analysis', analysisCalls, analysisRoutes(createAnalysisService(context)))],
  }),
};
