import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/forms/form.module.css';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { systemStatusOf } from '../edge-queries.ts';

interface SystemSectionProps {
  edgeId: string;
  title: string;
  children: (status: EdgeSystemStatus) => ReactNode;
}

/** A section about how a core is now. */
export function SystemSection({ edgeId, title, children }: SystemSectionProps) {
  const { t } = useTranslation();
  const status = useQuery(systemStatusOf(edgeId));
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {status.data === undefined && status.error === null && <LoadingRows rows={3} />}
      {status.data === undefined && status.error !== null && (
        <ErrorState title={t('edges.system.failed')} failure={status.error} onRetry={() => void status.refetch()} />
      )}
      {status.data !== undefined && children(status.data)}
    </section>
  );
}
