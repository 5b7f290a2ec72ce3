import type { ServerContext } from '../../platform/features/server-context.ts';
import type { ServerFeature } from '../../platform/features/server-feature.ts';

/** What makes alerts. */
export const alertRulesFeature: ServerFeature<ServerContext> = {
  noun: 'alert-rules',
  hears: { 'alert-rules.changed': { rights: null } },
};
