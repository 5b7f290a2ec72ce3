import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

interface DeveloperSectionProps<T> {
  title: string;
  query: UseQueryResult<T>;
  /** It is read again by itself. */
  isLive?: boolean;
  /** Draws what came. */
  children: (data: T) => ReactNode;
}

/** A page about the installation: read when asked, because every look is written down. What reads itself again shows nothing old. */
export function DeveloperSection<T>({ title, query, isLive = false, children }: DeveloperSectionProps<T>) {
  const { t } = useTranslation();
  const isShown = query.data !== undefined && !(isLive && query.error !== null);
  return (
    <>
      <PageHeader title={title}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
          loading={query.isFetching && !isLive}
          onClick={() => void query.refetch()}
        >
          {t('developer.refresh')}
        </Button>
      </PageHeader>
      {query.data === undefined && query.error === null && <LoadingRows />}
      {!isShown && query.error !== null && (
        <ErrorState title={t('developer.failed')} failure={query.error} onRetry={() => void query.refetch()} />
      )}
      {isShown && query.data !== undefined && children(query.data)}
    </>
  );
}
