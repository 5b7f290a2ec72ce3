import type { CSSProperties } from 'react';
import classes from './organization-mark.module.css';

/** The colour of an organization, beside its name. */
export function OrganizationMark({ color }: { color: string }) {
  return (
    <span
      className={classes.mark}
      style={{ '--organization-color': color } as CSSProperties}
      data-color={color}
      aria-hidden="true"
    />
  );
}
