import { Progress } from '@mantine/core';
import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { CameraThumbnail } from '../../../features/cameras/camera-thumbnail.tsx';
import { cameraById } from '../../../features/cameras/camera-queries.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { call } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { recordedSeconds } from './recorded-seconds.ts';
import type { StartFacts } from './start-state.ts';
import classes from './start.module.css';

const askMs = 2000;
const wantedSeconds = 60;
const lookBackMs = 10 * 60_000;

/** Watches the first minute being recorded: seconds that the core says are on its disk, not a clock that runs. */
export function WatchStep({ facts }: { facts: StartFacts }) {
  const { t } = useTranslation();
  const [openedUtcMs] = useState(serverNowUtcMs);
  const first = facts.cameras[0];
  const id = first?.id ?? '';
  const camera = useQuery({ ...cameraById(id), enabled: first !== undefined, refetchInterval: 5000 });
  const seconds = useQuery<number>({
    queryKey: ['start', 'recorded', id],
    enabled: first !== undefined,
    refetchInterval: (query) => ((query.state.data ?? 0) >= wantedSeconds ? false : askMs),
    queryFn: async ({ signal }) => {
      const toUtcMs = serverNowUtcMs();
      return recordedSeconds(
        await call(
          recordingsCalls.coverage,
          { params: { id }, query: { fromUtcMs: openedUtcMs - lookBackMs, toUtcMs, buckets: 600 } },
          { signal },
        ),
      );
    },
  });
  if (first === undefined) return null;
  const shown = Math.min(wantedSeconds, seconds.data ?? 0);
  const isDone = shown >= wantedSeconds;
  return (
    <Stack gap={16} className={classes.watch}>
      <CameraThumbnail camera={camera.data ?? first} />
      <Progress value={(shown / wantedSeconds) * 100} aria-label={t('organizations.start.watch')} />
      <Row wrap gap={24} rowGap={8} role="status">
        <StatusLabel level={isDone ? 'ok' : 'rec'}>
          {isDone ? t('organizations.start.watchDone') : t('organizations.start.watchSeconds', { count: shown })}
        </StatusLabel>
      </Row>
      {seconds.error !== null && <FormFailure failure={seconds.error} />}
      <Row wrap gap={8}>
        <ButtonLink to="/camera/$cameraId" params={{ cameraId: first.id }} variant={isDone ? 'filled' : 'default'}>
          {t('organizations.start.watchLive')}
        </ButtonLink>
        <ButtonLink to="/location/home" variant="default">
          {t('organizations.start.finish')}
        </ButtonLink>
      </Row>
    </Stack>
  );
}
