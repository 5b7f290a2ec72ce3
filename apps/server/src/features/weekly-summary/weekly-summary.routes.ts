import type { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { WeeklySummaryService } from './weekly-summary.service.ts';

/** Handlers of the calls about the mail of the week. */
export const weeklySummaryRoutes = (service: WeeklySummaryService): CallHandlers<typeof weeklySummaryCalls> => ({
  get: (_input, { actor }) => service.get(actor),
  set: ({ body }, { actor }) => service.set(actor, body),
  preview: ({ query }, { actor }) => service.preview(actor, query.lang),
  sendToMe: (_input, { actor }) => service.sendToMe(actor),
});
