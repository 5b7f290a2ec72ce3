import type { ReactNode } from 'react';
import classes from './filters.module.css';

/** One part of the panel under its heading; `aside` says what is chosen. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>
        {title}
        {aside !== undefined && <span className={classes.aside}>{aside}</span>}
      </legend>
      {children}
    </fieldset>
  );
}
