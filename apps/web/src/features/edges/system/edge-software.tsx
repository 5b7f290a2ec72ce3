import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { FactList, type Fact } from '../fact-list.tsx';
import { machineText } from './machine-text.tsx';
import { SystemSection } from './system-section.tsx';

/** What runs on a core, and what it can do. */
export function EdgeSoftware({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const factsOf = ({ version, health, capabilities }: EdgeSystemStatus): Fact[] => {
    const machine = health?.machine;
    return [
      { name: t('edges.facts.version'), value: machineText(version ?? '') },
      ...(health ? [{ name: t('edges.facts.uptime'), value: formatDuration(health.uptimeMs) }] : []),
      ...(machine
        ? [
            { name: t('edges.software.node'), value: machineText(machine.node) },
            { name: t('edges.software.system'), value: machineText(machine.system) },
            { name: t('edges.software.machineUptime'), value: formatDuration(machine.uptimeMs) },
          ]
        : []),
      { name: t('edges.software.capabilities'), value: machineText(capabilities.join(', ')) },
    ];
  };
  return (
    <SystemSection edgeId={edgeId} title={t('edges.software.title')}>
      {(status) => <FactList facts={factsOf(status)} />}
    </SystemSection>
  );
}
