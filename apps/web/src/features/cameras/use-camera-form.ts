import { addressFault } from '@sightline/domain/cameras/stream-address';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { firstAnalysis } from './analysis/first-analysis.ts';
import { splitStreamAddress } from './streams/stream-address.ts';
import { isRetention, type CameraValues } from './streams/stream-values.ts';

/** The form of a camera. */
export type CameraForm = UseFormReturnType<CameraValues>;

/** The form of a camera with its checks; texts say what to do. */
export const useCameraForm = (initial: Partial<CameraValues>): CameraForm => {
  const { t } = useTranslation();
  const wrong = (address: string): string | null => {
    const fault = addressFault(address.trim());
    return fault === null ? null : t(`errors.${fault}`);
  };
  return useForm<CameraValues>({
    initialValues: {
      edgeId: '',
      url: '',
      subUrl: '',
      username: '',
      password: '',
      transport: 'tcp',
      driver: 'auto',
      name: '',
      locationId: '',
      retentionDays: 30,
      recordingMode: 'continuous',
      analysis: firstAnalysis,
      ...initial,
    },
    validate: {
      edgeId: (value) => (value === '' ? t('cameras.form.coreMissing') : null),
      url: wrong,
      subUrl: (value) => (value.trim() === '' ? null : wrong(value)),
      name: (value) => (value.trim() === '' ? t('cameras.form.nameMissing') : null),
      locationId: (value) => (value === '' ? t('cameras.form.siteMissing') : null),
      retentionDays: (value) => (isRetention(value) ? null : t('cameras.form.retentionWrong')),
    },
  });
};

/** Takes an account that was pasted with an address into its own fields, where the password is not shown. */
export const liftAccount = (form: CameraForm, field: 'url' | 'subUrl', typed: string): void => {
  const { url, account } = splitStreamAddress(typed);
  if (url !== form.getValues()[field]) form.setFieldValue(field, url);
  if (account === null) return;
  form.setFieldValue('username', account.username);
  form.setFieldValue('password', account.password);
};
