import type { ApiLimit, Integration, IntegrationDetails } from '@sightline/contracts/integrations/integration';
import { integrationServices } from '@sightline/contracts/integrations/integration-services';
import type { ServiceWebhook } from '../webhooks/webhooks.public.ts';
import type { IntegrationRow } from './integrations.repository.ts';

/** What is known of the services of an organization. */
export interface InstalledServices {
  own: readonly IntegrationRow[];
  told: readonly ServiceWebhook[];
  quotas: IntegrationDetails;
  used: Record<ApiLimit['service'], number>;
  names: ReadonlyMap<string, string>;
}

const notInstalled: Omit<Integration, 'service'> = {
  installedAtUtcMs: null,
  installedByName: null,
  place: null,
  quota: null,
  used: null,
  webhookId: null,
  failingSinceUtcMs: null,
  isOff: false,
};

function placeOf({ service, address }: ServiceWebhook): Integration['place'] {
  if (service !== 'immix') return null;
  const { hostname, port } = new URL(address);
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), port: Number(port || 25) };
}

/** Every service, installed or not, in the order of the contract. */
export function presentIntegrations({ own, told, quotas, used, names }: InstalledServices): Integration[] {
  return integrationServices.map((service) => {
    const webhook = told.find((one) => one.service === service);
    if (webhook)
      return {
        ...notInstalled,
        service,
        installedAtUtcMs: webhook.createdAt.getTime(),
        installedByName: names.get(webhook.createdBy) ?? null,
        place: placeOf(webhook),
        webhookId: webhook.webhookId,
        failingSinceUtcMs: webhook.failingSince?.getTime() ?? null,
        isOff: webhook.isOff,
      };
    const row = own.find((one) => one.service === service);
    if (!row) return { ...notInstalled, service };
    const isNoonLight = service === 'noonlight';
    return {
      ...notInstalled,
      service,
      installedAtUtcMs: row.installedAt.getTime(),
      installedByName: row.installedByName,
      quota: isNoonLight ? quotas.noonLightQuota : quotas.sightlineQuota,
      used: isNoonLight ? used.noonlight : used.sightline,
    };
  });
}

/** What of each quota is left. */
export function presentLimits(quotas: IntegrationDetails, used: InstalledServices['used'], renewsAt: Date): ApiLimit[] {
  const quotaOf: Record<ApiLimit['service'], number | null> = {
    noonlight: quotas.noonLightQuota,
    sightline: quotas.sightlineQuota,
    vcc: quotas.vccQuota,
    vccSpecialFilter: quotas.vccSpecialFilterQuota,
  };
  return (['noonlight', 'sightline', 'vcc', 'vccSpecialFilter'] as const).map((service) => {
    const quota = quotaOf[service];
    const left = quota === null ? null : Math.max(0, quota - used[service]);
    return { service, quota, used: used[service], left, renewsAtUtcMs: renewsAt.getTime() };
  });
}
