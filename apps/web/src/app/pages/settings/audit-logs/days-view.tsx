import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AuditDays } from '../../../../features/audit/audit-days.tsx';
import { auditDays, type AskedFilter } from '../../../../features/audit/audit-queries.ts';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';
import { Unread } from './unread.tsx';

interface DaysViewProps {
  timeZone: string;
  filter: AskedFilter;
  onOpen: (day: string, method: string) => void;
}

/** Counts by day and what was done. */
export function DaysView({ timeZone, filter, onOpen }: DaysViewProps) {
  const { t } = useTranslation();
  const days = useQuery({ ...auditDays(filter, timeZone), staleTime: 0 });
  return (
    <>
      {days.isPending && <LoadingRows />}
      {days.data === undefined && days.error !== null && (
        <Unread code={toApiError(days.error).code} onRetry={() => void days.refetch()} />
      )}
      {days.data?.items.length === 0 && <EmptyState title={t('audit.none.title')} text={t('audit.none.text')} />}
      {days.data !== undefined && days.data.items.length > 0 && <AuditDays days={days.data.items} onOpen={onOpen} />}
    </>
  );
}
