import type { Edge } from '@sightline/contracts/edges/edge';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatBytes, formatDuration, formatShare } from '../../platform/i18n/format-number.ts';
import { formatSince, formatTime } from '../../platform/i18n/format-time.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { AsOf } from './as-of.tsx';
import { clockOffsetSaid } from './clock-offset.ts';
import { edgeLevels, shownEdge } from './edge-state-level.ts';
import { FactList, type Fact } from './fact-list.tsx';
import { useLocalEdge } from './local-edges.ts';

/** What a core says about itself. */
export function EdgeFacts({ edge, timeZone }: { edge: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(30_000);
  const { health } = edge;
  const local = useLocalEdge(edge.id);
  const offset = clockOffsetSaid(edge.clockOffsetMs);
  const { state, sinceUtcMs } = shownEdge(edge);
  const said =
    sinceUtcMs === null
      ? t(`edges.label.${state}`)
      : t(`edges.since.${state}`, { time: formatSince(sinceUtcMs, nowUtcMs, timeZone) });
  const facts: Fact[] = [
    { name: t('edges.facts.state'), value: <StatusLabel level={edgeLevels[state]}>{said}</StatusLabel> },
  ];
  if (edge.status.isFlapping)
    facts.push({
      name: t('status.state.flapping'),
      value: <StatusLabel level="warn">{t('status.flapping.text')}</StatusLabel>,
    });
  // A core that was never paired has no version and nothing that could be in sync.
  if (edge.version !== null)
    facts.push(
      { name: t('edges.facts.version'), value: <bdi dir="ltr">{edge.version}</bdi> },
      {
        name: t('edges.facts.sync'),
        value: edge.isSync ? (
          t('edges.facts.inSync')
        ) : (
          <StatusLabel level="warn">{t('edges.facts.notInSync')}</StatusLabel>
        ),
      },
    );
  if (offset !== null)
    facts.push({
      name: t('edges.facts.clock'),
      value: (
        <StatusLabel level="warn">
          {t(offset.isAhead ? 'edges.facts.clockAhead' : 'edges.facts.clockBehind', {
            time: formatDuration(offset.byMs),
          })}
        </StatusLabel>
      ),
    });
  else if (edge.clockOffsetMs !== null)
    facts.push({ name: t('edges.facts.clock'), value: t('edges.facts.clockInStep') });
  if (edge.lastSeenUtcMs !== null)
    facts.push({
      name: t('edges.facts.lastSeen'),
      value: <bdi>{formatTime(edge.lastSeenUtcMs, timeZone, 'full')}</bdi>,
    });
  if (local !== null && local.lanAddresses.length > 0)
    facts.push({ name: t('edges.facts.local'), value: <bdi dir="ltr">{local.lanAddresses.join(', ')}</bdi> });
  const figures: Fact[] = [];
  if (health !== null) {
    figures.push(
      { name: t('edges.facts.cpu'), value: formatShare(health.cpuShare) },
      {
        name: t('edges.facts.memory'),
        value: t('edges.facts.used', {
          used: formatBytes(health.memoryBytes),
          total: formatBytes(health.memoryTotalBytes),
        }),
      },
      {
        name: t('edges.facts.disk'),
        value: t('edges.facts.free', {
          free: formatBytes(health.diskFreeBytes),
          total: formatBytes(health.diskTotalBytes),
        }),
      },
      { name: t('edges.facts.uptime'), value: formatDuration(health.uptimeMs) },
    );
  }
  if (edge.state === 'online') return <FactList facts={[...facts, ...figures]} />;
  return (
    <>
      <FactList facts={facts} />
      <AsOf edge={edge} timeZone={timeZone} />
      {figures.length > 0 && <FactList facts={figures} />}
    </>
  );
}
