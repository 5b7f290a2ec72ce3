import type { ReactNode } from 'react';
import classes from './status.module.css';

/** Levels of the look. Each has a shape of its own, so that colour is never the only sign. */
export type StatusLevel = 'ok' | 'warn' | 'high' | 'bad' | 'idle' | 'rec';

const shapes: Record<StatusLevel, ReactNode> = {
  ok: <circle cx="6" cy="6" r="4" fill="currentColor" />,
  warn: <path d="M6 1.2 11.4 10.8H.6Z" fill="currentColor" />,
  high: <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="2" />,
  bad: (
    <>
      <circle cx="6" cy="6" r="6" fill="currentColor" />
      <rect x="2.5" y="5" width="7" height="2" rx="1" fill="var(--s-surface)" />
    </>
  ),
  idle: <path d="M1 4V1h3M8 1h3v3M11 8v3H8M4 11H1V8" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  rec: (
    <>
      <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <circle cx="6" cy="6" r="2" fill="currentColor" />
    </>
  ),
};

/** The 12 px sign of a level. Without `label` it is decoration beside its word. */
export function StatusGlyph({ level, label }: { level: StatusLevel; label?: string }) {
  return (
    <svg
      className={classes.glyph}
      data-level={level}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {shapes[level]}
    </svg>
  );
}
