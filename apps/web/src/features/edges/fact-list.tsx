import type { ReactNode } from 'react';
import { Facts } from '../../ui/page/facts.tsx';

export interface Fact {
  name: string;
  value: ReactNode;
}

/** Names and values beside each other. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Facts>
      {facts.map(({ name, value }) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
  );
}
