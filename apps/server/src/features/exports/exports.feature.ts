import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { exportsAudit } from './exports.audit.ts';
import { createExportFilesService } from './export-files.service.ts';
import { applyExportState, deleteExpiredTickets, removeOldDrafts } from './exports.public.ts';
import { exportsRoutes, mountUploads } from './exports.routes.ts';
import { createExportsService } from './exports.service.ts';
import { exportLinksRoutes } from './links/export-links.routes.ts';
import { createExportLinksService } from './links/export-links.service.ts';
import { createSharedExportsService } from './links/shared-exports.service.ts';

/** Footage as files. */
export const exportsFeature: ServerFeature<ServerContext> = {
  noun: 'exports',
  link: () => ({ exportState: applyExportState }),
  audits: exportsAudit,
  start: (context) => {
    const files = createExportFilesService(context);
    const handlers = exportsRoutes(createExportsService(context), files);
    const links = exportLinksRoutes(createExportLinksService(context), createSharedExportsService(context));
    return {
      routes: [
        answer('exports', exportsCalls, handlers),
        answer('exportLinks', exportLinksCalls, links),
        (app) => mountUploads(app, files),
      ],
    };
  },
  hears: {
    'exports.progress': {
      rights: ['ExportCreate'],
      isUnderWay: ({ state }) => state !== 'done' && state !== 'failed',
      hasFailed: ({ state }) => state === 'failed',
    },
  },
  housekeeping: ({ database, blobs }) => [
    { name: 'export tickets', run: (now) => deleteExpiredTickets(database, now) },
    { name: 'halves of uploads', run: (now) => removeOldDrafts(blobs, now) },
  ],
};
