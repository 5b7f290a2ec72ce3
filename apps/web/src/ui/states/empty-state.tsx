import type { ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import classes from './states.module.css';

interface EmptyStateProps {
  title: ReactNode;
  /** What this place is for. */
  text: ReactNode;
  /** Line drawing, 200 × 56. */
  art?: ReactNode;
  /** The whole page is this state: its title is the page's title. */
  isPage?: boolean;
  /** One primary button and at most one help link. */
  children?: ReactNode;
}

/** Nothing was made yet: teaches the next step. Also used for "no results", then without art. */
export function EmptyState({ title, text, art, isPage = false, children }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <section className={classes.state}>
      {art !== undefined && (
        <div className={classes.art} aria-hidden="true">
          {art}
        </div>
      )}
      <Title>{title}</Title>
      <p className={classes.text}>{text}</p>
      {children !== undefined && (
        <Row wrap gap={8} className={classes.actions}>
          {children}
        </Row>
      )}
    </section>
  );
}
