import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { FastifyInstance } from 'fastify';
import { auditKey } from '../features/audit/audit.public.ts';
import { auditRoutes } from '../features/audit/audit.routes.ts';
import { AuditSealer } from '../features/audit/audit-sealer.ts';
import { createAuditService } from '../features/audit/audit.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { Platform } from './platform.ts';

/** What people are told of what happened: the audit, notices to their browsers, the mail about the week. */
export async function mountNotices(app: FastifyInstance, platform: Platform): Promise<{ stop(): Promise<void> }> {
  const key = await auditKey(platform);
  mountCalls(app, 'audit', { calls: auditCalls, handlers: auditRoutes(createAuditService({ ...platform, key })) });
  const sealer = new AuditSealer({ ...platform, key });
  sealer.start();
  return { stop: () => sealer.stop() };
}
