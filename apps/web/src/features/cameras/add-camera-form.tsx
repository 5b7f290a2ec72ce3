import { Button } from '@mantine/core';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { Camera, CameraInput } from '@sightline/contracts/cameras/camera';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { sitesOfCore } from '@sightline/domain/cameras/sites-of-core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { CameraDetailFields } from './camera-detail-fields.tsx';
import { failedField } from './failed-field.ts';
import { StreamFields } from './streams/stream-fields.tsx';
import { cameraInputOf, type CameraValues } from './streams/stream-values.ts';
import { TestResult } from './streams/test-result.tsx';
import { liftAccount, useCameraForm } from './use-camera-form.ts';
import { useStreamTest } from './streams/use-stream-test.ts';

interface AddCameraFormProps {
  edges: readonly Edge[];
  locations: readonly Location[];
  /** The core that is chosen at first. */
  edgeId?: string | undefined;
  onAdded: (camera: Camera) => void;
  /** Further fields, and what they say of the camera. */
  more?: { fields: ReactNode; settings: CameraInput['settings'] };
}

const firstEdge = (edges: readonly Edge[], wanted: string | undefined): Edge | undefined =>
  edges.find(({ id }) => id === wanted) ?? edges.find(({ state }) => state === 'online') ?? edges[0];

/** Adds a camera: address, a look at it by the core, then name, site and retention. */
export function AddCameraForm({ edges, locations, edgeId, onAdded, more }: AddCameraFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const edge = firstEdge(edges, edgeId);
  const form = useCameraForm({ edgeId: edge?.id ?? '', locationId: edge?.locationId ?? locations[0]?.id ?? '' });
  // The server takes a camera only at the site of its core or below it.
  const chosen = edges.find(({ id }) => id === form.getValues().edgeId);
  const sites = chosen === undefined ? locations : sitesOfCore(locations, chosen.locationId);
  const test = useStreamTest({ form });
  const [isUntested, setUntested] = useState(false);
  const create = useMutation({
    mutationFn: (values: CameraValues) =>
      call(camerasCalls.create, { body: { ...cameraInputOf(values), settings: more?.settings } }),
    onSuccess: async (_camera, values) => {
      form.resetDirty(values);
      await client.invalidateQueries({ queryKey: callKey(camerasCalls.list) });
    },
    onError: (failure) => {
      const { code } = toApiError(failure);
      const field = failedField(code);
      if (field !== undefined) form.setFieldError(field, t(`errors.${code}`));
    },
  });
  // Whoever left the page meanwhile stays where they are now.
  const add = (values: CameraValues): void => create.mutate(values, { onSuccess: onAdded });
  const reset = (): void => {
    test.reset();
    setUntested(false);
  };
  const submitTest = (event: SubmitEvent): void => {
    event.preventDefault();
    liftAccount(form, 'url', form.getValues().url);
    liftAccount(form, 'subUrl', form.getValues().subUrl);
    const wrong = (['edgeId', 'url', 'subUrl'] as const).find((field) => form.validateField(field).hasError);
    if (wrong === undefined) test.mutate(form.getValues());
    else form.getInputNode(wrong)?.focus();
  };
  const showsDetails = test.data !== undefined || isUntested;
  const isElsewhere = test.error !== null && failedField(toApiError(test.error).code) === undefined;
  return (
    <>
      <UnsavedGuard isDirty={() => form.isDirty()} part="way" />
      <Section>
        <Form onSubmit={submitTest}>
          <StreamFields
            form={form}
            edges={edges}
            onStreamChange={reset}
            onEdge={(to) => form.setFieldValue('locationId', to.locationId)}
          />
          {isElsewhere && <FormFailure failure={test.error} />}
          <FormActions>
            <Button type="submit" variant={showsDetails ? 'default' : 'filled'} loading={test.isPending}>
              {t('cameras.test.action')}
            </Button>
            {test.isPending && <span role="status">{t('cameras.test.running')}</span>}
            {test.error !== null && !isUntested && (
              <Button variant="subtle" color="gray" onClick={() => setUntested(true)}>
                {t('cameras.add.untested')}
              </Button>
            )}
          </FormActions>
        </Form>
      </Section>
      {test.data !== undefined && (
        <Section>
          <TestResult tests={test.data} />
        </Section>
      )}
      {showsDetails && (
        <Section>
          <Form onSubmit={form.onSubmit(add)}>
            <CameraDetailFields form={form} locations={sites} autoFocus />
            {more?.fields}
            {create.error !== null && <FormFailure failure={create.error} />}
            <FormActions>
              <Button type="submit" loading={create.isPending}>
                {t('cameras.add.action')}
              </Button>
            </FormActions>
          </Form>
        </Section>
      )}
    </>
  );
}
