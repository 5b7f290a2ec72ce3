import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { FactList, type Fact } from '../fact-list.tsx';
import { readCapability } from './capability-words.ts';
import { machineText } from './machine-text.tsx';
import { SystemSection } from './system-section.tsx';

/** What runs on a core, and what it can do. */
export function EdgeSoftware({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
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
      { name: t('edges.software.capabilities'), value: <Capabilities said={capabilities} /> },
    ];
  };
  return (
    <SystemSection edgeId={edgeId} timeZone={timeZone} title={t('edges.software.title')}>
      {(status) => <FactList facts={factsOf(status)} />}
    </SystemSection>
  );
}

/** What a core announced, in words; what has none in its own letters. */
function Capabilities({ said }: { said: readonly string[] }) {
  const { t } = useTranslation();
  if (said.length === 0) return machineText('');
  return said.map((text, index) => {
    const { word, rest } = readCapability(t, text);
    return (
      <span key={text}>
        {index > 0 && ', '}
        {word}
        {word === null && machineText(rest)}
        {word !== null && rest !== '' && <> ({machineText(rest)})</>}
      </span>
    );
  });
}
