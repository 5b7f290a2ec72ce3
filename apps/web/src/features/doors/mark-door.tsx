import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Door, DoorInput } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { zoneFault } from '@sightline/domain/rules/drawn-faults';
import { Button, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { AreaDrawing } from './area-drawing.tsx';
import { cameraOfId, camerasNamed, refreshDoors } from './door-queries.ts';
import classes from './doors.module.css';

/** Moving pictures of a camera; the page knows how they are made. */
export type LivePictureOf = (camera: Pick<Camera, 'id' | 'name'>) => ReactNode;

/** For the button in the head of the page. */
const formId = 'mark-door';
const pauseMs = 300;

/** As high as doors are, in the middle. */
const firstArea = [
  { x: 0.42, y: 0.25 },
  { x: 0.58, y: 0.25 },
  { x: 0.58, y: 0.85 },
  { x: 0.42, y: 0.85 },
];

type MarkForm = UseFormReturnType<DoorInput>;

/** Width by height of the main picture; 16:9 while it is not known. */
const aspectRatioOf = ({ streams }: Pick<Camera, 'streams'>): number => {
  const format = (streams.find(({ kind }) => kind === 'main') ?? streams[0])?.format;
  return format ? format.width / format.height : 16 / 9;
};

function CameraSelect({ form, camera }: { form: MarkForm; camera: Camera | undefined }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({ ...camerasNamed(asked === camera?.name ? '' : asked), placeholderData: keepPreviousData });
  const known = [...(camera ? [camera] : []), ...(found.data?.items ?? [])];
  const names = new Map(known.map(({ id, name }) => [id, name]));
  return (
    <Select
      required
      label={t('doors.list.camera')}
      data={[...names].map(([value, label]) => ({ value, label }))}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('doors.mark.noCamera')}
      error={form.errors['cameraId']}
      value={form.values.cameraId === '' ? null : form.values.cameraId}
      onChange={(id) => form.setFieldValue('cameraId', id ?? '')}
    />
  );
}

function Stage({ form, camera, livePicture }: { form: MarkForm; camera: Camera; livePicture: LivePictureOf }) {
  const { can, posterUrl, status } = camera;
  return (
    <>
      <AreaDrawing
        key={camera.id}
        area={form.values.area}
        posterUrl={posterUrl}
        aspectRatio={aspectRatioOf(camera)}
        livePicture={can.live && status.state === 'online' ? () => livePicture(camera) : undefined}
        onChange={(area) => {
          form.setFieldValue('area', area);
          form.clearFieldError('area');
        }}
      />
      {form.errors['area'] !== undefined && (
        <p className={classes.wrong} role="alert">
          {form.errors['area']}
        </p>
      )}
    </>
  );
}

function useMarkForm() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const sending = useCallForm<DoorInput, Door>({
    initialValues: { name: '', cameraId: '', area: firstArea },
    validate: {
      name: (name) => (name.trim() === '' ? t('doors.mark.nameMissing') : null),
      cameraId: (id) => (id === '' ? t('doors.mark.cameraMissing') : null),
      area: (area) => (zoneFault(area) === null ? null : t('errors.door_area')),
    },
    send: (values) => call(doorsCalls.create, { body: { ...values, name: values.name.trim() } }),
    onDone: async (saved) => {
      sending.form.resetDirty();
      toastSuccess({ title: t('doors.mark.done', { name: saved.name }) });
      await refreshDoors(client);
      await navigate({ to: '/database/doors/$doorId', params: { doorId: saved.id } });
    },
    atField: { door_area: 'area' },
  });
  return sending;
}

/** A door that somebody marks by hand: its camera, its name, and where it is in the picture. */
export function MarkDoor({ livePicture }: { livePicture: LivePictureOf }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useMarkForm();
  const { cameraId } = form.values;
  const camera = useQuery({ ...cameraOfId(cameraId), enabled: cameraId !== '' }).data;
  return (
    <>
      <PageHeader
        title={t('doors.mark.title')}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/doors">{t('doors.list.title')}</Link> },
        ]}
      >
        <Button type="submit" form={formId} loading={isSending}>
          {t('doors.mark.action')}
        </Button>
      </PageHeader>
      <form id={formId} onSubmit={onSubmit} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <div className={classes.builder}>
          <div className={classes.stage}>
            {camera === undefined ? (
              <p className={classes.noStage}>{t('doors.mark.chooseCamera')}</p>
            ) : (
              <Stage form={form} camera={camera} livePicture={livePicture} />
            )}
          </div>
          <div className={classes.fields}>
            <Fields isWide>
              <TextInput required label={t('doors.list.name')} maxLength={120} {...form.getInputProps('name')} />
              <CameraSelect form={form} camera={camera} />
              <p className={classes.hint}>{t('doors.mark.next')}</p>
              {failure !== null && <FormFailure failure={failure} />}
            </Fields>
          </div>
        </div>
      </form>
    </>
  );
}
