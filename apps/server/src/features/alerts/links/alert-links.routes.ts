import type { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import type { CallHandlers } from '../../../platform/http/mount.ts';
import type { AlertLinksService } from './alert-links.service.ts';
import type { SharedAlertsService } from './shared-alerts.service.ts';

/** Handlers of the calls of shared links. */
export const alertLinksRoutes = (
  links: AlertLinksService,
  shared: SharedAlertsService,
): CallHandlers<typeof alertLinksCalls> => ({
  create: ({ params, body }, { actor }) => links.create(actor, params.id, body),
  list: ({ params }, { actor }) => links.list(actor, params.id),
  revoke: ({ params }, { actor }) => links.revoke(actor, params.id, params.linkId),
  open: ({ body }, { request }) => shared.open(body.token, request.ip),
  clip: ({ params, query }, { request }) => shared.clip(params.id, query, request.headers.range),
});
