import type { ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import classes from './page.module.css';

/** Search and filters over a list, 56 px; `end` holds the total and column choice. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <Row wrap align="center" gap={8} className={classes.toolbar}>
      {children}
      {end !== undefined && (
        <Row align="center" gap={8} className={classes.toolbarEnd}>
          {end}
        </Row>
      )}
    </Row>
  );
}
