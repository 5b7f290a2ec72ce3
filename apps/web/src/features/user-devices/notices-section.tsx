import { Switch } from '@mantine/core';
import type { NoticeChoice } from '@sightline/contracts/user-devices/user-device';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { noticesQuery } from './device-queries.ts';
import classes from './user-devices.module.css';

const kinds = ['coreOffline', 'cameraOffline'] as const;

function NoticeSwitches({ shown, onChange }: { shown: NoticeChoice; onChange: (shown: NoticeChoice) => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap={12}>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`userDevices.notices.${kind}`)}
          checked={shown[kind]}
          onChange={(event) => onChange({ ...shown, [kind]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}

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
  return (
    <Section title={t('userDevices.notices.title')}>
      <p className={classes.lead}>{t('userDevices.notices.lead')}</p>
      <ListScreen list={notices} failed={t('userDevices.notices.failed')} rows={2}>
        {(kept) => <NoticeSwitches shown={save.isPending ? save.variables : kept} onChange={save.mutate} />}
      </ListScreen>
    </Section>
  );
}
