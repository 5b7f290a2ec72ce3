import type { IntegrationService } from '@sightline/contracts/integrations/integration';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../platform/app-info/app-info.ts';

const names = { slack: 'Slack', team3: 'Team3', noonlight: 'NoonLight', immix: 'Immix' } as const;

/** Names of services, the same in every language; this product's own is what the installation calls it. */
export const useServiceName = (): ((service: IntegrationService) => string) => {
  const { t } = useTranslation();
  const product = useAppInfo()?.productName ?? t('common.app.name');
  return (service) => (service === 'sightline' ? product : names[service]);
};
