import type { ReactNode } from 'react';
import classes from './page.module.css';

/** Search and filters over a list, 56 px; `end` holds the total and column choice. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      {children}
      {end !== undefined && <div className={classes.toolbarEnd}>{end}</div>}
    </div>
  );
}
