import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { analysisStatus } from './analysis.ts';

export const analysisCalls = {
  ofEdge: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/analysis',
    permission: 'CoreView',
    summary:
      'Model packs of a core and how the analysis of its cameras goes, as the core says it now. Cameras that the caller may not see are left out.',
    params: idParams,
    output: analysisStatus,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
};
