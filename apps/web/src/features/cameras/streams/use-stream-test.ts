import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { StreamProbe } from '@sightline/contracts/cameras/camera';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { failedField } from '../failed-field.ts';
import type { StreamValues } from './stream-values.ts';
import type { CameraForm } from '../use-camera-form.ts';

/** What a look at the streams found; `sub` only when a second address was given. */
export interface StreamTests {
  main: StreamProbe;
  sub: StreamProbe | null;
}

interface TestOptions {
  form: CameraForm;
  /** A camera that exists: its own address is no duplicate, its stored password is used when none is typed. */
  cameraId?: string | undefined;
}

/** Asks the core to look at the streams; a failure is written at the field where it is repaired, which gets the focus. */
export const useStreamTest = ({ form, cameraId }: TestOptions) => {
  const { t } = useTranslation();
  const probe = (values: StreamValues, url: string): Promise<StreamProbe> =>
    call(camerasCalls.test, {
      body: {
        edgeId: values.edgeId,
        url: url.trim(),
        transport: values.transport,
        driver: values.driver,
        credentials: { username: values.username, password: values.password },
        cameraId,
      },
    });
  const failAt = (failure: unknown, urlField: 'url' | 'subUrl'): void => {
    const { code } = toApiError(failure);
    const field = failedField(code);
    if (field === undefined) return;
    const shown = field === 'url' ? urlField : field;
    form.setFieldError(shown, t(`errors.${code}`));
    form.getInputNode(shown)?.focus();
  };
  return useMutation({
    mutationFn: async (values: StreamValues): Promise<StreamTests> => {
      let at: 'url' | 'subUrl' = 'url';
      try {
        const main = await probe(values, values.url);
        at = 'subUrl';
        return { main, sub: values.subUrl.trim() === '' ? null : await probe(values, values.subUrl) };
      } catch (failure) {
        failAt(failure, at);
        throw failure;
      }
    },
  });
};
