import { auditCalls } from '@sightline/contracts/audit/audit.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { auditAudit } from './audit.audit.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditSealer } from './audit-sealer.ts';
import { createAuditService } from './audit.service.ts';
import { auditKey, createAuditAnchors } from './audit.public.ts';

/** Who did what, sealed. */
export const auditFeature: ServerFeature<ServerContext> = {
  noun: 'audit',
  audits: auditAudit,
  start: async (context) => {
    const auditing = { ...context, key: await auditKey(context), anchors: createAuditAnchors(context.config.dataDir) };
    const sealer = auditSealer(auditing);
    sealer.start();
    return {
      routes: [answer('audit', auditCalls, auditRoutes(createAuditService(auditing)))],
      stop: () => sealer.stop(),
    };
  },
};
