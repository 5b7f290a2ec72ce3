import { Button } from '@mantine/core';
import type { OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { deviceState, useDeviceAction } from './device-queries.ts';
import { HeadControl } from './head-control.tsx';
import { PictureSettings } from './picture-settings.tsx';
import { PresetList } from './preset-list.tsx';
import words from '../../ui/forms/field-words.module.css';
import classes from './device-section.module.css';

/** Smaller differences come from the way of the question. */
const noticedMs = 2_000;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={words.title}>{title}</h2>
      {children}
    </section>
  );
}

/** How far the clock of the camera is off, and setting it to the core's. */
function DeviceClock({ cameraId, offsetMs }: { cameraId: string; offsetMs: number | null }) {
  const { t } = useTranslation();
  const deed = useDeviceAction(cameraId);
  const isOff = offsetMs !== null && Math.abs(offsetMs) >= noticedMs;
  const words = (): string => {
    if (offsetMs === null) return t('cameraDevices.clock.unknown');
    if (!isOff) return t('cameraDevices.clock.right');
    return t(offsetMs > 0 ? 'cameraDevices.clock.ahead' : 'cameraDevices.clock.behind', {
      time: formatDuration(Math.abs(offsetMs)),
    });
  };
  return (
    <>
      <p className={isOff ? classes.off : undefined}>{words()}</p>
      <div>
        <Button variant="default" loading={deed.isPending} onClick={() => deed.mutate({ kind: 'setClock' })}>
          {t('cameraDevices.clock.set')}
        </Button>
      </div>
      {deed.error !== null && <FormFailure failure={deed.error} />}
    </>
  );
}

function Restart({ cameraId, name }: { cameraId: string; name: string }) {
  const { t } = useTranslation();
  const deed = useDeviceAction(cameraId);
  const [isAsking, setAsking] = useState(false);
  const restart = async (): Promise<void> => {
    await deed.mutateAsync({ kind: 'reboot' });
    toastSuccess({ title: t('cameraDevices.restart.done', { name }) });
  };
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('cameraDevices.restart.action')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cameraDevices.restart.title', { name })}
          text={t('cameraDevices.restart.text')}
          confirmLabel={t('cameraDevices.restart.action')}
          onConfirm={restart}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function Known({ cameraId, name, state }: { cameraId: string; name: string; state: OnvifState }) {
  const { t } = useTranslation();
  return (
    <div className={classes.parts}>
      <p className={words.hint}>{t('cameraDevices.lead')}</p>
      {state.hasHead && (
        <>
          <Part title={t('cameraDevices.head.title')}>
            <HeadControl cameraId={cameraId} />
          </Part>
          <Part title={t('cameraDevices.presets.title')}>
            <PresetList cameraId={cameraId} presets={state.presets} />
          </Part>
        </>
      )}
      {state.imaging !== null && (
        <Part title={t('cameraDevices.imaging.title')}>
          <PictureSettings cameraId={cameraId} imaging={state.imaging} />
        </Part>
      )}
      <Part title={t('cameraDevices.clock.title')}>
        <DeviceClock cameraId={cameraId} offsetMs={state.clockOffsetMs} />
      </Part>
      {state.events !== null && (
        <Part title={t('cameraDevices.events.title')}>
          <p className={state.events.isListening ? undefined : classes.off}>
            {t(state.events.isListening ? 'cameraDevices.events.heard' : 'cameraDevices.events.unheard')}
            {state.events.cause !== null && ` ${t(`errors.${state.events.cause}`)}`}
          </p>
        </Part>
      )}
      <Part title={t('cameraDevices.restart.part')}>
        <Restart cameraId={cameraId} name={name} />
      </Part>
    </div>
  );
}

/** What can be done with the device of a camera at once: moving it, its picture, its clock, a restart. */
export function DeviceSection({ cameraId, name }: { cameraId: string; name: string }) {
  const { t } = useTranslation();
  const state = useQuery(deviceState(cameraId));
  return (
    <ListScreen list={state} failed={t('cameraDevices.failed')} rows={4}>
      {(known) => <Known cameraId={cameraId} name={name} state={known} />}
    </ListScreen>
  );
}
