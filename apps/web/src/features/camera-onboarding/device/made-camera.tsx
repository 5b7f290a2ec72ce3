import { Button } from '@mantine/core';
import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormActions } from '../../../ui/forms/form.tsx';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { madeCamera } from '../onboarding-queries.ts';
import { isClockOff, useClockWords } from './clock-words.ts';

interface MadeCameraProps {
  cameraId: string;
  /** As the device said when it was looked at. */
  clockOffsetMs: number | null;
  /** What can be done next. */
  children: ReactNode;
}

/** The camera that was just made: whether its picture is there, and its clock. */
export function MadeCamera({ cameraId, clockOffsetMs, children }: MadeCameraProps) {
  const { t } = useTranslation();
  const clockWords = useClockWords();
  const camera = useQuery(madeCamera(cameraId));
  const setClock = useMutation({
    mutationFn: () =>
      call(cameraDevicesCalls.act, { params: { id: cameraId }, body: { action: { kind: 'setClock' } } }),
  });
  if (camera.data === undefined) return <LoadingRows rows={2} />;
  const { state, cause } = camera.data.status;
  const isThere = state === 'online' || state === 'unhealthy';
  return (
    <Section title={<bdi>{camera.data.name}</bdi>} data-testid="made-camera" data-state={state}>
      <Lead role="status">
        <StatusLabel level={isThere ? 'ok' : cause === null ? 'idle' : 'warn'}>
          {isThere
            ? t('cameraOnboarding.made.streams')
            : cause === null
              ? t('cameraOnboarding.made.waits')
              : t(`errors.${cause}`)}
        </StatusLabel>
      </Lead>
      {isClockOff(clockOffsetMs) && (
        <FormActions>
          <span>{setClock.isSuccess ? t('cameraOnboarding.clock.wasSet') : clockWords(clockOffsetMs)}</span>
          {!setClock.isSuccess && (
            <Button variant="default" loading={setClock.isPending} onClick={() => setClock.mutate()}>
              {t('cameraOnboarding.clock.set')}
            </Button>
          )}
        </FormActions>
      )}
      {setClock.error !== null && <FormFailure failure={setClock.error} />}
      <FormActions>{children}</FormActions>
    </Section>
  );
}
