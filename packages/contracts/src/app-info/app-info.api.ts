import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { appInfo, legalTexts } from './app-info.ts';

export const appInfoCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/v1/app-info',
    permission: 'public',
    summary: 'Answers the general options of this installation.',
    output: appInfo,
  }),
  getLegalTexts: defineCall({
    method: 'GET',
    path: '/api/v1/legal-texts',
    permission: 'public',
    summary: 'Answers the terms and the privacy notice that whoever runs this installation has published.',
    output: legalTexts,
  }),
  trackPageView: defineCall({
    method: 'POST',
    path: '/api/v1/page-views',
    permission: 'signedIn',
    summary: 'Counts a page view, by route and never with ids; does nothing unless the installation switched it on.',
    body: z.object({ route: z.string().max(200) }),
    output: z.object({}),
    status: 204,
  }),
};
