import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Door, DoorInput } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { zoneFault } from '@sightline/domain/rules/drawn-faults';
import { Button, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { AreaDrawing } from './area-drawing.tsx';
import { refreshDoors } from './door-queries.ts';
import { aspectRatioOf, type LivePictureOf } from '../../ui/drawing/drawn-camera.ts';
import drawn from '../../ui/drawing/drawing-form.module.css';
import { CameraField, useChosenCamera } from '../../ui/forms/camera-field.tsx';
import classes from './doors.module.css';

/** For the button in the head of the page. */
const formId = 'mark-door';

/** As high as doors are, in the middle. */
const firstArea = [
  { x: 0.42, y: 0.25 },
  { x: 0.58, y: 0.25 },
  { x: 0.58, y: 0.85 },
  { x: 0.42, y: 0.85 },
];

type MarkForm = UseFormReturnType<DoorInput>;

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
        <p className={drawn.wrong} role="alert">
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
  const camera = useChosenCamera(cameraId);
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
        <div className={drawn.form}>
          <div className={drawn.stage}>
            {camera === undefined ? (
              <p className={drawn.noStage}>{t('doors.mark.chooseCamera')}</p>
            ) : (
              <Stage form={form} camera={camera} livePicture={livePicture} />
            )}
          </div>
          <div className={drawn.fields}>
            <Fields isWide>
              <TextInput required label={t('doors.list.name')} maxLength={120} {...form.getInputProps('name')} />
              <CameraField
                label={t('doors.list.camera')}
                value={cameraId}
                error={form.errors['cameraId']}
                onChange={(id) => form.setFieldValue('cameraId', id)}
              />
              <p className={classes.hint}>{t('doors.mark.next')}</p>
              {failure !== null && <FormFailure failure={failure} />}
            </Fields>
          </div>
        </div>
      </form>
    </>
  );
}
