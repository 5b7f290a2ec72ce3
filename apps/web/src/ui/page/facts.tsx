import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values (`dt`, `dd`) beside each other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
