import { useTranslation } from 'react-i18next';
import { Lead } from '../../../ui/page/section.tsx';
import { FactList } from '../fact-list.tsx';
import { machineText } from './machine-text.tsx';
import { SystemSection } from './system-section.tsx';

/** Where a core is: in its own network, and as the server sees it. */
export function EdgeNetwork({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  return (
    <SystemSection edgeId={edgeId} title={t('edges.network.title')}>
      {({ lanAddresses, publicAddress, health }) =>
        publicAddress === null ? (
          <Lead>{t('edges.network.offline')}</Lead>
        ) : (
          <FactList
            facts={[
              { name: t('edges.network.lan'), value: machineText(lanAddresses.join(', ')) },
              { name: t('edges.network.public'), value: machineText(publicAddress) },
              ...(health?.machine
                ? [{ name: t('edges.system.hostname'), value: machineText(health.machine.hostname) }]
                : []),
            ]}
          />
        )
      }
    </SystemSection>
  );
}
