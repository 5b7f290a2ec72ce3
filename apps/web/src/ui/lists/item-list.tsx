import type { ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import classes from './item-list.module.css';

/** Things one below the other, each an {@link Item}. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface ItemProps {
  name: ReactNode;
  /** Says in a word what is special about this one. */
  chip?: string | undefined;
  /** What else is known, in small type. */
  more: ReactNode;
  isBusy?: boolean;
  /** What can be done with it, at the end of its line. */
  children?: ReactNode;
}

/** A thing of an {@link ItemList}: its name, what is known of it, and what can be done with it. */
export function Item({ name, chip, more, isBusy, children }: ItemProps) {
  return (
    <Row as="li" wrap align="center" justify="between" gap={16} rowGap={8} className={classes.item} aria-busy={isBusy}>
      <div className={classes.text}>
        <Row as="p" wrap align="center" gap={8} className={classes.name}>
          <bdi>{name}</bdi>
          {chip !== undefined && <span className={classes.chip}>{chip}</span>}
        </Row>
        {more}
      </div>
      {children}
    </Row>
  );
}

/** A line in small type, below a name or beside a choice. */
export function SmallText({ children }: { children: ReactNode }) {
  return <p className={classes.more}>{children}</p>;
}
