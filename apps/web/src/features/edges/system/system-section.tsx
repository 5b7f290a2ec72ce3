import type { EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/page/section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { AsOf } from '../as-of.tsx';
import { systemStatusOf } from '../edge-queries.ts';

interface SystemSectionProps {
  edgeId: string;
  title: string;
  /** Zone of its site; absent where nothing is shown of a core that is away. */
  timeZone?: string;
  children: (status: EdgeSystemStatus) => ReactNode;
}

/** A section about how a core is, or of one that is away, how it was. */
export function SystemSection({ edgeId, title, timeZone, children }: SystemSectionProps) {
  const { t } = useTranslation();
  const status = useQuery(systemStatusOf(edgeId));
  return (
    <Section title={title}>
      {status.data === undefined && status.error === null && <LoadingRows rows={3} />}
      {status.data === undefined && status.error !== null && (
        <ErrorState title={t('edges.system.failed')} failure={status.error} onRetry={() => void status.refetch()} />
      )}
      {status.data !== undefined && timeZone !== undefined && <AsOf edge={status.data} timeZone={timeZone} />}
      {status.data !== undefined && children(status.data)}
    </Section>
  );
}
