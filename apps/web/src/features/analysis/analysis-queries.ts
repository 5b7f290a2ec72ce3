import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import { callQuery } from '../../platform/api/client.ts';

const watchedMs = 5000;
const glancedMs = 15_000;

/** Models and cameras of a core, read again every 5 s while the page is looked at. */
export const analysisOfEdge = (edgeId: string) => ({
  ...callQuery(analysisCalls.ofEdge, { params: { id: edgeId } }),
  refetchInterval: watchedMs,
  retry: false,
});

/** The same for a page that says only one line of it. */
export const analysisGlance = (edgeId: string) => ({
  ...analysisOfEdge(edgeId),
  refetchInterval: glancedMs,
  staleTime: watchedMs,
});
