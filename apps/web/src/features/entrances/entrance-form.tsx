import type { Camera } from '@sightline/contracts/cameras/camera';
import type { EntranceInput } from '@sightline/contracts/entrances/entrance';
import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { UseFormReturnType } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { TimeField } from '../../ui/time/time-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { camerasNamed, camerasOf } from './entrance-queries.ts';
import { LineDrawing } from './line-drawing.tsx';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import classes from './entrances.module.css';

/** Moving pictures of a camera; the page knows how they are made. */
export type LivePictureOf = (camera: Pick<Camera, 'id' | 'name'>) => ReactNode;

interface EntranceFormProps {
  id: string;
  form: UseFormReturnType<EntranceInput>;
  onSubmit: ReturnType<UseFormReturnType<EntranceInput>['onSubmit']>;
  failure: Error | null;
  livePicture: LivePictureOf;
}

const pauseMs = 300;

/** Width by height of the main picture; 16:9 while it is not known. */
const aspectRatioOf = ({ streams }: Pick<Camera, 'streams'>): number => {
  const format = (streams.find(({ kind }) => kind === 'main') ?? streams[0])?.format;
  return format ? format.width / format.height : 16 / 9;
};

function CameraSelect({ form }: Pick<EntranceFormProps, 'form'>) {
  const { t } = useTranslation();
  const { cameraId } = form.values;
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const chosen = useChosenCamera(cameraId);
  const found = useQuery({
    ...camerasNamed(asked === chosen?.name ? '' : asked),
    placeholderData: keepPreviousData,
  }).data?.items;
  const cameras = new Map([...(chosen ? [chosen] : []), ...(found ?? [])].map(({ id, name }) => [id, name]));
  return (
    <Select
      required
      label={t('entrances.form.camera')}
      data={[...cameras].map(([value, label]) => ({ value, label }))}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('entrances.form.noCamera')}
      error={form.errors['cameraId']}
      value={cameraId === '' ? null : cameraId}
      onChange={(id) => form.setFieldValue('cameraId', id ?? '')}
    />
  );
}

function useChosenCamera(cameraId: string): Camera | undefined {
  const { data } = useQuery({ ...camerasOf([cameraId]), enabled: cameraId !== '' });
  return data?.items.find(({ id }) => id === cameraId);
}

function Stage({ form, livePicture }: Pick<EntranceFormProps, 'form' | 'livePicture'>) {
  const { t } = useTranslation();
  const { cameraId, line, inSide } = form.values;
  const camera = useChosenCamera(cameraId);
  if (camera === undefined) return <p className={classes.noStage}>{t('entrances.draw.chooseCamera')}</p>;
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
        <p className={classes.wrong} role="alert">
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
      <div className={classes.builder}>
        <div className={classes.stage}>
          <Stage form={form} livePicture={livePicture} />
        </div>
        <div className={classes.fields}>
          <Fields isWide>
            <TextInput required label={t('entrances.list.name')} maxLength={120} {...form.getInputProps('name')} />
            <CameraSelect form={form} />
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
