import type { Camera } from '@sightline/contracts/cameras/camera';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration, formatShare } from '../../../platform/i18n/format-number.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { knownShare, momentOf, motionRuns, type MotionRequest } from './motion-queries.ts';
import { MotionRun } from './motion-run.tsx';
import classes from './motion.module.css';

interface MotionRunsProps {
  camera: Camera;
  request: MotionRequest;
  /** Asks again, up to the present. */
  onAgain: () => void;
  renderMoment: (cameraId: string, atUtcMs: number) => ReactNode;
}

/** When something moved in the region, newest first, and how much of the range is known at all. */
export function MotionRuns({ camera, request, onAgain, renderMoment }: MotionRunsProps) {
  const { t } = useTranslation();
  const pages = useInfiniteQuery(motionRuns(request));
  const first = pages.data?.pages[0];
  const runs = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  if (!first) {
    if (pages.error === null) return <LoadingRows />;
    return (
      <ErrorState
        title={t('events.search.motion.failed')}
        failure={pages.error}
        stillWorks={t('events.search.motion.stillWorks')}
        onRetry={() => void pages.refetch()}
      />
    );
  }
  const share = knownShare(request, first);
  return (
    <section className={classes.runs} aria-label={t('events.search.motion.runs')} data-testid="motion-runs">
      <Row wrap align="center" justify="between" gap={12} className={classes.runsHead}>
        <div role="status">
          <strong>
            {t(pages.hasNextPage ? 'events.search.motion.moreThan' : 'events.search.motion.count', {
              count: runs.length,
            })}
          </strong>
          <p className={classes.quiet} data-testid="motion-known">
            {t('events.search.motion.known', {
              share: leftToRight(formatShare(share)),
              length: formatDuration(request.toUtcMs - request.fromUtcMs),
            })}
            {share < 0.995 && ` ${t('events.search.motion.unknownRest')}`}
          </p>
        </div>
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} stroke={1.6} aria-hidden="true" />}
          onClick={onAgain}
        >
          {t('events.search.motion.again')}
        </Button>
      </Row>
      {runs.length === 0 ? (
        <EmptyState
          title={t(first.knownMs === 0 ? 'events.search.motion.nothingKnownTitle' : 'events.search.motion.noneTitle')}
          text={t(first.knownMs === 0 ? 'events.search.motion.nothingKnownText' : 'events.search.motion.noneText')}
        />
      ) : (
        <ul className={classes.list}>
          {runs.map((run) => (
            <MotionRun key={run.fromUtcMs} run={run} camera={camera} picture={renderMoment(camera.id, momentOf(run))} />
          ))}
        </ul>
      )}
      {pages.hasNextPage && (
        <Button
          className={classes.more}
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('events.search.motion.more')}
        </Button>
      )}
      {pages.error !== null && (
        <ErrorState
          title={t('events.search.motion.failed')}
          failure={pages.error}
          onRetry={() => void pages.fetchNextPage()}
        />
      )}
    </section>
  );
}
