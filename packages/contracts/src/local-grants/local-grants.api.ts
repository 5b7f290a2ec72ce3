import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { localGrant } from './local-grant.ts';

export const localGrantsCalls = {
  issue: defineCall({
    method: 'POST',
    path: '/api/v1/local-grants',
    permission: 'CameraView',
    summary:
      'Answers a signed grant for each core in the network of the caller whose site allows local live streams: with it this browser may ' +
      'watch the cameras that the caller sees now while the server is away. Empty for API keys and for helpers of other organizations.',
    body: z.object({}),
    output: z.object({ items: z.array(localGrant) }),
  }),
};
