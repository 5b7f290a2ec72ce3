import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import type { FastifyInstance } from 'fastify';
import { auditKey, createAuditAnchors } from '../features/audit/audit.public.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { auditSealer } from '../features/audit/audit-sealer.ts';
import { createAuditService } from '../features/audit/audit.service.ts';
import { offlineNotices } from '../features/user-devices/offline-notices.ts';
import { pushSender } from '../features/user-devices/push-sender.ts';
import { userDevicesRoutes } from '../features/user-devices/user-devices.routes.ts';
import { createUserDevicesService } from '../features/user-devices/user-devices.service.ts';
import { weeklySender } from '../features/weekly-summary/weekly-sender.ts';
import { weeklySummaryRoutes } from '../features/weekly-summary/weekly-summary.routes.ts';
import { createWeeklySummaryService } from '../features/weekly-summary/weekly-summary.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { ServerConfig } from './config.ts';
import type { Platform } from './platform.ts';

/** Whom push services may ask about our messages: they want an address, some refuse those of no public name. */
function contactOf({ publicUrl, appInfo, mail }: ServerConfig): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${appInfo.supportEmail ?? /<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}

interface Mounting {
  platform: Platform;
  config: ServerConfig;
  serverUrl: () => string;
}

/** What people are told of what happened: the audit, notices to their browsers, the mail about the week. */
export async function mountNotices(
  app: FastifyInstance,
  { platform, config, serverUrl }: Mounting,
): Promise<{ stop(): Promise<void> }> {
  const auditing = { ...platform, key: await auditKey(platform), anchors: createAuditAnchors(config.dataDir) };
  mountCalls(app, 'audit', { calls: auditCalls, handlers: auditRoutes(createAuditService(auditing)) });
  const pushing = { ...platform, contact: contactOf(config) };
  mountCalls(app, 'userDevices', {
    calls: userDevicesCalls,
    handlers: userDevicesRoutes(createUserDevicesService(pushing)),
  });
  const writing = { ...platform, publicUrl: serverUrl };
  mountCalls(app, 'weeklySummary', {
    calls: weeklySummaryCalls,
    handlers: weeklySummaryRoutes(createWeeklySummaryService(writing)),
  });
  const jobs = [auditSealer(auditing), pushSender(pushing), offlineNotices(platform), weeklySender(writing)];
  for (const job of jobs) job.start();
  return {
    stop: async () => {
      for (const job of jobs) await job.stop();
    },
  };
}
