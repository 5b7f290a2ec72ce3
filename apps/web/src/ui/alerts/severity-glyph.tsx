import type { EventSeverity } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import classes from './severity.module.css';

const bars = [
  { x: 2, y: 10, height: 4 },
  { x: 6.5, y: 6, height: 8 },
  { x: 11, y: 2, height: 12 },
] as const;

const barsOf: Record<Exclude<EventSeverity, 'critical'>, number> = { info: 1, warning: 2 };

/** The 16 px sign of a severity: bars that rise, and a filled square for what is critical. Without `isNamed` it is decoration beside its word. */
export function SeverityGlyph({ severity, isNamed = false }: { severity: EventSeverity; isNamed?: boolean }) {
  const { t } = useTranslation();
  const name = isNamed
    ? { role: 'img', 'aria-label': t(`events.search.severity.${severity}`) }
    : { 'aria-hidden': true };
  return (
    <svg className={classes.glyph} data-severity={severity} width="16" height="16" viewBox="0 0 16 16" {...name}>
      {severity === 'critical' ? (
        <>
          <rect x="1" y="1" width="14" height="14" rx="3" fill="currentColor" />
          <path d="M8 4v5M8 11.2v.6" stroke="var(--s-surface)" strokeWidth="2" strokeLinecap="round" />
        </>
      ) : (
        bars.map(({ x, y, height }, index) => (
          <rect
            key={x}
            x={x}
            y={y}
            width="3"
            height={height}
            rx="1"
            opacity={index < barsOf[severity] ? 1 : 0.25}
            fill="currentColor"
          />
        ))
      )}
    </svg>
  );
}

/** A severity as sign and word. */
export function SeverityLabel({ severity }: { severity: EventSeverity }) {
  const { t } = useTranslation();
  return (
    <span className={classes.label}>
      <SeverityGlyph severity={severity} />
      {t(`events.search.severity.${severity}`)}
    </span>
  );
}
