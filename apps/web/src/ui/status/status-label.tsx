import type { ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import { StatusGlyph, type StatusLevel } from './status-glyph.tsx';
import classes from './status.module.css';

/** Sign and word of a level. */
export function StatusLabel({ level, children }: { level: StatusLevel; children: ReactNode }) {
  return (
    <Row as="span" inline align="center" gap={6} className={classes.label} data-level={level}>
      <StatusGlyph level={level} />
      <span>{children}</span>
    </Row>
  );
}
