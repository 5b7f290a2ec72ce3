import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { weeklySummaryAudit } from './weekly-summary.audit.ts';
import { weeklySender } from './weekly-sender.ts';
import { weeklySummaryRoutes } from './weekly-summary.routes.ts';
import { createWeeklySummaryService } from './weekly-summary.service.ts';

/** The mail about the week. */
export const weeklySummaryFeature: ServerFeature<ServerContext> = {
  noun: 'weekly-summary',
  audits: weeklySummaryAudit,
  start: (context) => {
    const writing = { ...context, publicUrl: context.serverUrl };
    const sender = weeklySender(writing);
    sender.start();
    return {
      routes: [answer('weeklySummary', weeklySummaryCalls, weeklySummaryRoutes(createWeeklySummaryService(writing)))],
      stop: () => sender.stop(),
    };
  },
};
