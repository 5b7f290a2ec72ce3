import type { ReactNode } from 'react';
import classes from '../../ui/forms/form.module.css';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values beside each other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
