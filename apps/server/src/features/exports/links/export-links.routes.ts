import type { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import type { CallHandlers } from '../../../platform/http/mount.ts';
import type { ExportLinksService } from './export-links.service.ts';
import type { SharedExportsService } from './shared-exports.service.ts';

/** Handlers of the calls of links to exports. */
export const exportLinksRoutes = (
  links: ExportLinksService,
  shared: SharedExportsService,
): CallHandlers<typeof exportLinksCalls> => ({
  create: ({ params, body }, { actor }) => links.create(actor, params.id, body),
  list: ({ params }, { actor }) => links.list(actor, params.id),
  revoke: ({ params }, { actor }) => links.revoke(actor, params.id, params.linkId),
  open: ({ body }, { request }) => shared.open(body.token, request.ip),
  file: ({ params, query }, { request }) => shared.file(params.id, query, request.headers.range),
});
