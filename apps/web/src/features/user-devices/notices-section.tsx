import { Switch } from '@mantine/core';
import type { NoticeChoice } from '@sightline/contracts/user-devices/user-device';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { noticesQuery } from './device-queries.ts';
import classes from './user-devices.module.css';

const kinds = ['coreOffline', 'cameraOffline'] as const;

/** What the person wants to be told of; kept at once. */
export function NoticesSection() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const notices = useQuery(noticesQuery());
  const save = useMutation({
    mutationFn: (body: NoticeChoice) => call(userDevicesCalls.setNotices, { body }),
    onSuccess: (answer) => client.setQueryData(callKey(userDevicesCalls.getNotices, {}), answer),
    onError: (failure) => toastFailure(t('userDevices.notices.saveFailed'), failure),
  });
  const shown = save.isPending ? save.variables : notices.data;
  return (
    <Section title={t('userDevices.notices.title')}>
      <p className={classes.lead}>{t('userDevices.notices.lead')}</p>
      {shown === undefined && notices.error === null && <LoadingRows rows={2} />}
      {shown === undefined && notices.error !== null && (
        <ErrorState
          title={t('userDevices.notices.failed')}
          failure={notices.error}
          onRetry={() => void notices.refetch()}
        />
      )}
      {shown !== undefined && (
        <Stack gap={12}>
          {kinds.map((kind) => (
            <Switch
              key={kind}
              label={t(`userDevices.notices.${kind}`)}
              checked={shown[kind]}
              onChange={(event) => save.mutate({ ...shown, [kind]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      )}
    </Section>
  );
}
