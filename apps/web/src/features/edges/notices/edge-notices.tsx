import type { CoreNotice } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { callPages } from '../../../platform/api/client.ts';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { NoticeList } from './notice-list.tsx';
import classes from './edge-notices.module.css';

const perPage = 20;
const againMs = 30_000;

const noticePages = (edgeId: string) => ({
  ...callPages(edgesCalls.notices, { params: { id: edgeId }, query: { limit: perPage } }),
  refetchInterval: againMs,
});

/** What a core said about itself, newest first. */
export function EdgeNotices({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
  const { t } = useTranslation();
  const notices = useInfiniteQuery(noticePages(edgeId));
  if (notices.data === undefined) {
    return notices.error === null ? (
      <LoadingRows />
    ) : (
      <p className={classes.words}>{t(`errors.${toApiError(notices.error).code}`)}</p>
    );
  }
  const items: CoreNotice[] = notices.data.pages.flatMap((page) => page.items);
  return (
    <>
      <NoticeList notices={items} keyOf={({ atUtcMs, code }) => `${String(atUtcMs)} ${code}`} zoneOf={() => timeZone} />
      {notices.hasNextPage && (
        <Button
          variant="default"
          size="compact-md"
          loading={notices.isFetchingNextPage}
          onClick={() => void notices.fetchNextPage()}
        >
          {t('edges.notices.more')}
        </Button>
      )}
    </>
  );
}
