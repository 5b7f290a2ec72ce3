import { NativeSelect, Slider } from '@mantine/core';
import type { OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useDeviceAction, type DeviceDeed } from './device-queries.ts';
import words from '../../ui/forms/field-words.module.css';
import classes from './device-section.module.css';

type Imaging = NonNullable<OnvifState['imaging']>;
type Level = 'brightness' | 'contrast' | 'saturation' | 'sharpness';

const levels = ['brightness', 'contrast', 'saturation', 'sharpness'] as const satisfies readonly Level[];

function LevelSlider({ name, value, deed }: { name: Level; value: number; deed: DeviceDeed }) {
  const { t } = useTranslation();
  const [moving, setMoving] = useState<number | null>(null);
  return (
    <div className={classes.level}>
      <span className={words.label}>{t(`cameraDevices.imaging.${name}`)}</span>
      <Slider
        min={0}
        max={1}
        step={0.01}
        value={moving ?? value}
        label={null}
        thumbLabel={t(`cameraDevices.imaging.${name}`)}
        thumbProps={{ 'aria-valuetext': formatShare(moving ?? value) }}
        onChange={setMoving}
        onChangeEnd={(wanted) =>
          deed.mutate({ kind: 'setImaging', [name]: wanted }, { onSettled: () => setMoving(null) })
        }
      />
      <span className={classes.share}>{formatShare(moving ?? value)}</span>
    </div>
  );
}

/** How the camera itself makes its picture. */
export function PictureSettings({ cameraId, imaging }: { cameraId: string; imaging: Imaging }) {
  const { t } = useTranslation();
  const deed = useDeviceAction(cameraId);
  return (
    <div className={classes.stack}>
      {levels.map((name) => {
        const value = imaging[name];
        return value === null ? null : <LevelSlider key={name} name={name} value={value} deed={deed} />;
      })}
      {imaging.irCut !== null && (
        <NativeSelect
          label={t('cameraDevices.imaging.irCut')}
          value={imaging.irCut}
          disabled={deed.isPending}
          data={(['auto', 'on', 'off'] as const).map((value) => ({
            value,
            label: t(`cameraDevices.imaging.ir.${value}`),
          }))}
          onChange={(event) =>
            deed.mutate({ kind: 'setImaging', irCut: event.currentTarget.value as 'auto' | 'on' | 'off' })
          }
        />
      )}
      {deed.error !== null && <FormFailure failure={deed.error} />}
    </div>
  );
}
