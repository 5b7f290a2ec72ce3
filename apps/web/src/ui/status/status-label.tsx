import type { ReactNode } from 'react';
import { StatusGlyph, type StatusLevel } from './status-glyph.tsx';
import classes from './status.module.css';

/** Sign and word of a level. */
export function StatusLabel({ level, children }: { level: StatusLevel; children: ReactNode }) {
  return (
    <span className={classes.label} data-level={level}>
      <StatusGlyph level={level} />
      <span>{children}</span>
    </span>
  );
}
