import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { weeklySummary, weeklySummaryInput } from './weekly-summary.ts';

export const weeklySummaryCalls = {
  get: defineCall({
    method: 'GET',
    path: '/api/v1/weekly-summary',
    permission: 'OrganizationEdit',
    summary: 'Answers when the mail about the week is sent.',
    output: weeklySummary,
  }),
  set: defineCall({
    method: 'PUT',
    path: '/api/v1/weekly-summary',
    permission: 'OrganizationEdit',
    summary: 'Changes when it is sent.',
    body: weeklySummaryInput,
    output: weeklySummary,
    errors: ['time_zone_unknown'],
  }),
  preview: defineCall({
    method: 'GET',
    path: '/api/v1/weekly-summary/preview',
    permission: 'OrganizationEdit',
    summary: 'Answers the mail of the last seven days as it would be sent to the caller now.',
    query: z.object({ lang: z.enum(['en', 'he']).default('en') }),
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  sendToMe: defineCall({
    method: 'POST',
    path: '/api/v1/weekly-summary/send-to-me',
    permission: 'OrganizationEdit',
    summary: 'Mails it to the caller now.',
    output: z.object({ email: z.string() }),
    status: 202,
    errors: ['rate_limited'],
  }),
};
