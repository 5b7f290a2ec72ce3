import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { AsOf } from '../as-of.tsx';
import { FactList, type Fact } from '../fact-list.tsx';
import { heartBeatLevels } from '../heartbeats/heart-beat-levels.ts';
import { machineText } from './machine-text.tsx';
import { SystemSection } from './system-section.tsx';
import { formatCelsius } from './format-celsius.ts';

/** The machine of a core: heartbeat, processor, load, temperatures. */
export function EdgeMachine({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
  const { t } = useTranslation();
  const beatsOf = ({ edgeHeartBeatStatus, metadata }: EdgeSystemStatus): Fact[] => {
    const buckets = metadata.bucketTransitions;
    return [
      {
        name: t('edges.heartbeats.title'),
        value: (
          <StatusLabel level={heartBeatLevels[edgeHeartBeatStatus]}>
            {t(`edges.heartbeats.status.${edgeHeartBeatStatus}`)}
          </StatusLabel>
        ),
      },
      ...(buckets
        ? [{ name: t('edges.heartbeats.day'), value: <bdi>{formatTime(buckets.dayUtcMs, timeZone, 'full')}</bdi> }]
        : []),
    ];
  };
  const factsOf = ({ health, outboxDepth }: EdgeSystemStatus): Fact[] => {
    const { machine, load, temperatures } = health ?? {};
    return [
      ...(machine
        ? [
            { name: t('edges.system.hostname'), value: machineText(machine.hostname) },
            {
              name: t('edges.system.processor'),
              value: machineText(`${machine.processor} × ${String(machine.processors)}`),
            },
            { name: t('edges.system.architecture'), value: machineText(machine.architecture) },
          ]
        : []),
      ...(load
        ? [{ name: t('edges.system.load'), value: machineText(load.map((value) => value.toFixed(2)).join(' · ')) }]
        : []),
      {
        name: t('edges.system.temperatures'),
        value: temperatures?.length
          ? temperatures.map(({ name, celsius }) => (
              <div key={name}>{machineText(`${name}: ${formatCelsius(celsius)}`)}</div>
            ))
          : t('edges.system.noTemperatures'),
      },
      ...(outboxDepth === null ? [] : [{ name: t('edges.system.outbox'), value: formatCount(outboxDepth) }]),
    ];
  };
  return (
    <SystemSection edgeId={edgeId} title={t('edges.system.title')}>
      {(status) =>
        status.state === 'online' ? (
          <FactList facts={[...beatsOf(status), ...factsOf(status)]} />
        ) : (
          <>
            <FactList facts={beatsOf(status)} />
            <AsOf edge={status} timeZone={timeZone} />
            <FactList facts={factsOf(status)} />
          </>
        )
      }
    </SystemSection>
  );
}
