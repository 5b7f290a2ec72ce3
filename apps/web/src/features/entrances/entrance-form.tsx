import type { EntranceInput } from '@sightline/contracts/entrances/entrance';
import { MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { TimeField } from '../../ui/time/time-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { LineDrawing } from './line-drawing.tsx';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { aspectRatioOf, type LivePictureOf } from '../../ui/drawing/drawn-camera.ts';
import drawn from '../../ui/drawing/drawing-form.module.css';
import { CameraField, useChosenCamera } from '../../ui/forms/camera-field.tsx';

interface EntranceFormProps {
  id: string;
  form: UseFormReturnType<EntranceInput>;
  onSubmit: ReturnType<UseFormReturnType<EntranceInput>['onSubmit']>;
  failure: Error | null;
  livePicture: LivePictureOf;
}

function Stage({ form, livePicture }: Pick<EntranceFormProps, 'form' | 'livePicture'>) {
  const { t } = useTranslation();
  const { cameraId, line, inSide } = form.values;
  const camera = useChosenCamera(cameraId);
  if (camera === undefined) return <p className={drawn.noStage}>{t('entrances.draw.chooseCamera')}</p>;
  const { can, posterUrl, status } = camera;
  return (
    <>
      <LineDrawing
        key={camera.id}
        drawn={{ line, inSide }}
        posterUrl={posterUrl}
        aspectRatio={aspectRatioOf(camera)}
        livePicture={can.live && status.state === 'online' ? () => livePicture(camera) : undefined}
        onChange={(next) => form.setValues(next)}
      />
      {form.errors['line'] !== undefined && (
        <p className={drawn.wrong} role="alert">
          {form.errors['line']}
        </p>
      )}
    </>
  );
}

/** Name, camera, who is counted and when it is reset; beside them the line on the picture. */
export function EntranceForm({ id, form, onSubmit, failure, livePicture }: EntranceFormProps) {
  const { t } = useTranslation();
  const classNames = (['person', 'vehicle', 'animal'] as const).map((value) => ({
    value,
    label: t(`entrances.class.${value}`),
  }));
  return (
    <form id={id} onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <div className={drawn.form}>
        <div className={drawn.stage}>
          <Stage form={form} livePicture={livePicture} />
        </div>
        <div className={drawn.fields}>
          <Fields isWide>
            <TextInput required label={t('entrances.list.name')} maxLength={120} {...form.getInputProps('name')} />
            <CameraField
              label={t('entrances.form.camera')}
              value={form.values.cameraId}
              error={form.errors['cameraId']}
              onChange={(id) => form.setFieldValue('cameraId', id)}
            />
            <MultiSelect
              required
              label={t('entrances.form.classes')}
              data={classNames}
              hidePickedOptions
              {...form.getInputProps('classes')}
            />
            <TimeField
              kind="clock"
              isNeeded
              label={t('entrances.form.resetAt')}
              description={t('entrances.form.resetHint')}
              value={form.values.resetAt ?? ''}
              onChange={(resetAt) => form.setFieldValue('resetAt', resetAt)}
              error={form.errors['resetAt']}
            />
            {failure !== null && <FormFailure failure={failure} />}
          </Fields>
        </div>
      </div>
    </form>
  );
}
