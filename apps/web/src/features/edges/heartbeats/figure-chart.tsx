import { useTranslation } from 'react-i18next';
import { boundsOf, chartPath, silentRuns, type ChartPoint } from './chart-path.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './heartbeats.module.css';

interface FigureChartProps {
  title: string;
  points: readonly ChartPoint[];
  value: (point: ChartPoint) => number | null;
  format: (value: number) => string;
  /** Upper end of the scale; the highest value where absent. */
  most?: number;
}

/** One figure over time, from left to right in every language; times in which nothing was heard are marked. */
export function FigureChart({ title, points, value, format, most }: FigureChartProps) {
  const { t } = useTranslation();
  const values = points.map(value);
  const bounds = boundsOf(values);
  const last = values.findLast((known) => known !== null);
  const scale = { least: 0, most: most ?? bounds?.most ?? 1 };
  const summary =
    bounds === null
      ? t('edges.heartbeats.nothing')
      : t('edges.heartbeats.bounds', { least: format(bounds.least), most: format(bounds.most) });
  return (
    <Stack as="figure" gap={8} className={classes.figure}>
      <Row as="figcaption" wrap gap={12} rowGap={4} className={classes.caption}>
        <span>{title}</span>
        <strong>{last == null ? '–' : format(last)}</strong>
        <span className={classes.bounds}>{summary}</span>
      </Row>
      <svg
        className={classes.chart}
        viewBox={`0 0 ${String(Math.max(1, points.length))} 100`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}: ${summary}`}
        direction="ltr"
      >
        {silentRuns(points).map(({ start, length }) => (
          <rect key={start} x={start} y="0" width={length} height="100" className={classes.silent} />
        ))}
        <path d={chartPath(values, scale)} className={classes.line} vectorEffect="non-scaling-stroke" />
      </svg>
    </Stack>
  );
}
