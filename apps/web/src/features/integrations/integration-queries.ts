import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import type { QueryClient } from '@tanstack/react-query';
import { callKey, callQuery } from '../../platform/api/client.ts';

/** Every service, installed or not. */
export const integrationsQuery = () => callQuery(integrationsCalls.list, {});

/** Quotas as they are now. */
export const quotasQuery = () => callQuery(integrationsCalls.details, {});

/** What of each quota was used in this month. */
export const limitsQuery = () => callQuery(integrationsCalls.limits, { query: {} });

/** Reads everything that is shown of integrations anew. */
export const refreshIntegrations = async (client: QueryClient): Promise<void> => {
  const { list, details, limits } = integrationsCalls;
  await Promise.all([list, details, limits].map((one) => client.invalidateQueries({ queryKey: callKey(one) })));
};
