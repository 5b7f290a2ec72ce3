import { Button } from '@mantine/core';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera, CameraUpdate } from '@sightline/contracts/cameras/camera';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { CameraDetailFields } from './camera-detail-fields.tsx';
import { failedField } from './failed-field.ts';
import { StreamFields } from './stream-fields.tsx';
import { streamsOf, type CameraValues } from './stream-values.ts';
import { TestResult } from './test-result.tsx';
import { useCameraForm } from './use-camera-form.ts';
import { useStreamTest } from './use-stream-test.ts';

const AnalysisFields = lazy(async () => ({ default: (await import('./analysis/analysis-fields.tsx')).AnalysisFields }));

interface EditCameraFormProps {
  camera: Camera;
  edges: readonly Edge[];
  locations: readonly Location[];
}

const valuesOf = (camera: Camera): Partial<CameraValues> => {
  const main = camera.streams.find(({ kind }) => kind === 'main');
  return {
    edgeId: camera.edgeId,
    url: main?.url ?? '',
    subUrl: camera.streams.find(({ kind }) => kind === 'sub')?.url ?? '',
    username: camera.username,
    transport: main?.transport ?? 'tcp',
    driver: main?.driver ?? 'auto',
    name: camera.name,
    locationId: camera.locationId,
    retentionDays: camera.retentionDays,
    recordingMode: camera.recordingMode,
    analysis: camera.analysis,
  };
};

/** The change as the contract wants it: a stored password stays unless the account was typed anew. */
const updateOf = (values: CameraValues, camera: Camera): CameraUpdate => {
  const keepsAccount = values.password === '' && values.username === camera.username;
  return {
    name: values.name.trim(),
    locationId: values.locationId,
    streams: streamsOf(values),
    recordingMode: values.recordingMode,
    retentionDays: Number(values.retentionDays),
    analysis: values.analysis,
    ...(keepsAccount ? {} : { credentials: { username: values.username, password: values.password } }),
  };
};

/** Changes a camera. The stored password is never shown; an empty field keeps it. */
export function EditCameraForm({ camera, edges, locations }: EditCameraFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useCameraForm(valuesOf(camera));
  const test = useStreamTest({ form, cameraId: camera.id });
  const save = useMutation({
    mutationFn: (values: CameraValues) => call(camerasCalls.update, { params: { id: camera.id }, body: updateOf(values, camera) }),
    onSuccess: async (saved, values) => {
      form.setValues({ ...values, password: '' });
      form.resetDirty({ ...values, password: '' });
      client.setQueryData(callKey(camerasCalls.get, { params: { id: camera.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
      toastSuccess({ title: t('cameras.edit.saved') });
    },
    onError: (failure) => {
      const { code } = toApiError(failure);
      const field = failedField(code);
      if (field === undefined) return;
      form.setFieldError(field, t(`errors.${code}`));
      form.getInputNode(field)?.focus();
    },
  });
  const testFailure = test.error !== null && failedField(toApiError(test.error).code) === undefined ? test.error : null;
  const failure = save.error ?? testFailure;
  return (
    <section className={classes.section}>
      <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <CameraDetailFields form={form} locations={locations} />
        <StreamFields form={form} edges={edges} hasPassword={camera.hasPassword} isCoreFixed onStreamChange={() => test.reset()} />
        <Suspense fallback={<LoadingRows />}>
          <AnalysisFields
            value={form.getValues().analysis}
            onChange={(analysis) => form.setFieldValue('analysis', analysis)}
            posterUrl={camera.posterUrl}
            core={edges.find(({ id }) => id === camera.edgeId)}
          />
        </Suspense>
        {failure !== null && <FormFailure failure={failure} />}
        <div className={classes.actions}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate(form.getValues())}>
            {t('cameras.test.action')}
          </Button>
        </div>
      </form>
      {test.data !== undefined && <TestResult tests={test.data} />}
    </section>
  );
}
