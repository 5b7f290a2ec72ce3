import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { attentionList, attentionSeen } from './attention.ts';

export const attentionCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/attention',
    permission: 'LocationView',
    summary:
      'Answers what needs the caller: what is wrong now, and what went wrong in the last 24 hours and was not seen yet. Only of what the caller may see, 60 at most, the worst first.',
    output: attentionList,
  }),
  markSeen: defineCall({
    method: 'POST',
    path: '/api/v1/attention/seen',
    permission: 'LocationView',
    summary:
      'Notes what the caller has seen. It comes back only when it happens again; what is still wrong stays on the list. For people, not for API keys.',
    body: attentionSeen,
    output: z.object({}),
    errors: ['api_key_scope'],
  }),
};
