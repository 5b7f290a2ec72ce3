import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';

interface Camera {
  cameraId: string;
  cameraName: string;
  timeZone: string;
}

/** Mutes a camera until an instant, or ends that with null; says what came of it. */
export function useMuteCamera({ cameraId, cameraName: name, timeZone }: Camera) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (untilUtcMs: number | null) =>
      call(alertRulesCalls.muteCamera, { params: { id: cameraId }, body: { untilUtcMs } }),
    onSuccess: ({ mute }) => {
      void client.invalidateQueries({ queryKey: callKey(alertRulesCalls.cameraMutes) });
      if (mute === null) return toastSuccess({ title: t('alerts.muteCamera.ended', { name }) });
      const time = formatSince(mute.untilUtcMs, serverNowUtcMs(), timeZone);
      const text = mute.state === 'coreTooOld' ? t('alerts.muteCamera.state.coreTooOld') : undefined;
      toastSuccess({ title: t('alerts.muteCamera.done', { name, time }), ...(text === undefined ? {} : { text }) });
    },
    onError: (failure, untilUtcMs) =>
      toastFailure(t(untilUtcMs === null ? 'alerts.muteCamera.endFailed' : 'alerts.muteCamera.failed'), failure),
  });
}
