import type { ReactNode } from 'react';
import classes from './event-detail.module.css';

/** One line of the facts. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
