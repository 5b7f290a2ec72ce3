import type { Integration, IntegrationService } from '@sightline/contracts/integrations/integration';
import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { refreshIntegrations } from './integration-queries.ts';
import { isQuota } from './quota-field.tsx';

/** What can be asked for; each service wants some of it. */
export interface InstallValues {
  url: string;
  token: string;
  quota: number | null;
  host: string;
  port: number | null;
}

export type InstallForm = UseFormReturnType<InstallValues>;

/** An answer to an installation; Team3 gives its secret this once. */
export type Installed = Integration & { secret?: string };

const maxPort = 65_535;

const isAddress = (text: string): boolean =>
  URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);

const install: Record<IntegrationService, (values: InstallValues) => Promise<Installed>> = {
  slack: ({ url }) => call(integrationsCalls.installSlack, { body: { url: url.trim() } }),
  team3: ({ url }) => call(integrationsCalls.installTeam3, { body: { url: url.trim() } }),
  noonlight: ({ token, quota }) => call(integrationsCalls.installNoonLight, { body: { token: token.trim(), quota } }),
  sightline: ({ quota }) => call(integrationsCalls.installSightline, { body: { quota } }),
  immix: ({ host, port }) => call(integrationsCalls.installImmix, { body: { host: host.trim(), port: port ?? 0 } }),
};

/** Whether everything is there without which a service cannot be installed. */
const isComplete = (service: IntegrationService, { url, token, host, port }: InstallValues): boolean => {
  if (service === 'sightline') return true;
  if (service === 'noonlight') return token.trim() !== '';
  if (service === 'immix') return host.trim() !== '' && port !== null;
  return url.trim() !== '';
};

/** The form by which a service is installed. */
export const useInstallForm = (service: IntegrationService, onInstalled: (installed: Installed) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const usesUrl = service === 'slack' || service === 'team3';
  const callForm = useCallForm<InstallValues, Installed>({
    initialValues: { url: '', token: '', quota: null, host: '', port: null },
    validate: {
      url: (url) => (!usesUrl || isAddress(url) ? null : t('integrations.form.urlWrong')),
      quota: (quota) => (isQuota(quota) ? null : t('integrations.quotas.wrong')),
      port: (port) => (port === null || (port >= 1 && port <= maxPort) ? null : t('integrations.form.portWrong')),
    },
    send: (values) => install[service](values),
    atField: {
      address_refused: usesUrl ? 'url' : 'host',
      integration_key_refused: 'token',
      ...(usesUrl && { integration_unreachable: 'url' }),
    },
    onDone: async (installed) => {
      onInstalled(installed);
      await refreshIntegrations(client);
    },
  });
  return { ...callForm, isReady: isComplete(service, callForm.form.values) };
};
