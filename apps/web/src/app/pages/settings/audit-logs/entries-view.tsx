import { Button } from '@mantine/core';
import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditList } from '../../../../features/audit/audit-list.tsx';
import { auditEntries, type AskedFilter } from '../../../../features/audit/audit-queries.ts';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';
import { Unread } from './unread.tsx';

const AuditDetails = lazy(async () => ({
  default: (await import('../../../../features/audit/audit-details.tsx')).AuditDetails,
}));

interface EntriesViewProps {
  timeZone: string;
  filter: AskedFilter;
  /** Absent where nothing narrows the log. */
  onClear: (() => void) | undefined;
}

/** Entries one by one, and the details of the one that is opened. */
export function EntriesView({ timeZone, filter, onClear }: EntriesViewProps) {
  const { t } = useTranslation();
  const entries = useInfiniteQuery({ ...auditEntries(filter), staleTime: 0 });
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const items = entries.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {entries.isPending && <LoadingRows />}
      {entries.data === undefined && entries.error !== null && (
        <Unread code={toApiError(entries.error).code} onRetry={() => void entries.refetch()} />
      )}
      {entries.data !== undefined && items.length === 0 && (
        <EmptyState
          title={t('audit.none.title')}
          text={t(onClear === undefined ? 'audit.none.text' : 'audit.none.filtered')}
        >
          {onClear !== undefined && (
            <Button variant="default" onClick={onClear}>
              {t('common.actions.clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <AuditList
          entries={items}
          timeZone={timeZone}
          hasMore={entries.hasNextPage}
          isLoadingMore={entries.isFetchingNextPage}
          onMore={() => void entries.fetchNextPage()}
          onOpen={setOpened}
        />
      )}
      {opened !== null && (
        <Suspense>
          <AuditDetails entry={opened} timeZone={timeZone} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
