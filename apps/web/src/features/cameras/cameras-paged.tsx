import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { camerasByTen, camerasPerPage } from './camera-queries.ts';
import { useCameraColumns } from './cameras-table.tsx';

interface CamerasPagedProps {
  search: string | undefined;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  /** Shown when nothing matches. */
  noResults: ReactNode;
}

/** Cameras by name, ten on a page. */
export function CamerasPaged({ search, page, onPage, noResults }: CamerasPagedProps) {
  const { t } = useTranslation();
  const columns = useCameraColumns();
  const pages = useInfiniteQuery(camerasByTen(search));
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  const read = pages.data?.pages.length ?? 0;
  useEffect(() => {
    // Each page says where the next one begins: those before are read too.
    if (read > 0 && read < page && hasNextPage && !isFetching) void fetchNextPage();
  }, [read, page, hasNextPage, isFetching, fetchNextPage]);
  if (pages.data === undefined) {
    return pages.error === null ? (
      <LoadingRows rows={camerasPerPage} />
    ) : (
      <ErrorState
        title={t('cameras.list.failed')}
        failure={pages.error}
        stillWorks={t('shell.offline.detail')}
        onRetry={() => void pages.refetch()}
      />
    );
  }
  const total = pages.data.pages[0]?.total.value ?? 0;
  if (total === 0) return noResults;
  // A page beyond the end, after cameras were deleted, is the last one.
  const shown = hasNextPage ? page : Math.min(page, read);
  const rows = pages.data.pages[shown - 1]?.items;
  return (
    <>
      {rows === undefined ? (
        <LoadingRows rows={camerasPerPage} />
      ) : (
        <PlainTable label={t('cameras.list.label')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
      <Pager page={shown} perPage={camerasPerPage} total={total} onChange={onPage} />
    </>
  );
}
