import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { TestQueue } from './test-queue.ts';

/** What can be done to one device. */
export const useDeviceDeeds = (deviceUid: string) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const readAnew = () => client.invalidateQueries({ queryKey: callKey(userDevicesCalls.list) });
  const update = useMutation({
    mutationFn: (body: { enabled?: boolean; mutedUntil?: number | null }) =>
      call(userDevicesCalls.update, { params: { deviceUid }, body }),
    onSuccess: async () => {
      toastSuccess({ title: t('userDevices.list.updated') });
      await readAnew();
    },
    onError: (failure) => toastFailure(t('userDevices.list.updateFailed'), failure),
  });
  const [tests] = useState(() => new TestQueue(() => call(userDevicesCalls.sendTest, { params: { deviceUid } })));
  const test = useMutation({
    mutationFn: () => tests.add(),
    onSuccess: () => toastSuccess({ title: t('userDevices.list.tested') }),
    onError: (failure) => toastFailure(t('userDevices.list.testFailed'), failure),
    onSettled: readAnew,
  });
  const remove = async (): Promise<void> => {
    await call(userDevicesCalls.remove, { params: { deviceUid } });
    toastSuccess({ title: t('userDevices.list.removed') });
    await readAnew();
  };
  return { update, test, remove };
};
