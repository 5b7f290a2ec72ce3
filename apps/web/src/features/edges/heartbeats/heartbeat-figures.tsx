import { useTranslation } from 'react-i18next';
import { formatBytes, formatCount, formatShare } from '../../../platform/i18n/format-number.ts';
import { formatCelsius } from '../system/format-celsius.ts';
import type { ChartPoint } from './chart-path.ts';
import { FigureChart } from './figure-chart.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './heartbeats.module.css';

/** Figures of heartbeats, each in a chart of its own; a machine without thermometers has none of them. */
export function HeartbeatFigures({ points }: { points: readonly ChartPoint[] }) {
  const { t } = useTranslation();
  const hasTemperature = points.some(({ celsius }) => celsius !== null);
  const hasLoad = points.some(({ load }) => load !== null);
  return (
    <>
      <div className={classes.figures}>
        <FigureChart
          title={t('edges.heartbeats.arrived')}
          points={points}
          value={({ beats, expected, isBefore }) => (isBefore ? null : Math.min(1, beats / expected))}
          format={formatShare}
          most={1}
        />
        <FigureChart
          title={t('edges.facts.cpu')}
          points={points}
          value={({ cpuShare }) => cpuShare}
          format={formatShare}
          most={1}
        />
        <FigureChart
          title={t('edges.facts.memory')}
          points={points}
          value={({ memoryShare }) => memoryShare}
          format={formatShare}
          most={1}
        />
        <FigureChart
          title={t('edges.heartbeats.diskFree')}
          points={points}
          value={({ diskFreeBytes }) => diskFreeBytes}
          format={formatBytes}
        />
        {hasLoad && (
          <FigureChart
            title={t('edges.heartbeats.load')}
            points={points}
            value={({ load }) => load}
            format={(value) => value.toFixed(2)}
          />
        )}
        {hasTemperature && (
          <FigureChart
            title={t('edges.heartbeats.temperature')}
            points={points}
            value={({ celsius }) => celsius}
            format={formatCelsius}
          />
        )}
        <FigureChart
          title={t('edges.system.outbox')}
          points={points}
          value={({ outboxDepth }) => outboxDepth}
          format={formatCount}
        />
      </div>
      <Row as="p" inline align="center" gap={8} className={classes.legend}>
        {t('edges.heartbeats.silentLegend')}
      </Row>
    </>
  );
}
