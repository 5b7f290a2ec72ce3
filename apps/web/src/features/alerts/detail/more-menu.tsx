import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBellOff,
  IconBell,
  IconDots,
  IconLink,
  IconShare,
  IconUserShare,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import { ruleById } from '../alert-queries.ts';
import type { AlertDeeds } from '../use-alert-deeds.ts';

const AssignDialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }));

const CameraMuteItems = lazy(async () => ({
  default: (await import('../mutes/camera-mute-items.tsx')).CameraMuteItems,
}));

const ShareDialog = lazy(async () => ({ default: (await import('../share/share-dialog.tsx')).ShareDialog }));

/** Minutes for which a rule can be silenced; every silence ends by itself. */
const muteMinutes = [15, 60, 240, 1440] as const;

/** What else can be done with an alert: hand it over, give it back, silence its rule or camera, share its clip, copy its address. */
export function MoreMenu({ alert, deeds }: { alert: AlertDetail; deeds: Pick<AlertDeeds, 'assign'> }) {
  const { t } = useTranslation();
  const [isAssigning, setAssigning] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const isHeld = alert.handling === 'taken';
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(`${window.location.origin}/alert/monitoring?alert=${alert.id}`);
    toastSuccess({ title: t('alerts.more.copied') });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('alerts.more.label')}>
            <IconDots size={20} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {alert.can.handle && alert.handling !== 'done' && (
            <Menu.Item
              leftSection={<IconUserShare size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setAssigning(true)}
            >
              {t('alerts.more.assign')}
            </Menu.Item>
          )}
          {alert.can.handle && isHeld && (
            <Menu.Item
              leftSection={<IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => void deeds.assign(alert, null)}
            >
              {t('alerts.more.giveBack')}
            </Menu.Item>
          )}
          {alert.can.share && alert.clip !== null && (
            <Menu.Item
              leftSection={<IconShare size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => setSharing(true)}
            >
              {t('alerts.more.share')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink size={16} stroke={1.6} aria-hidden="true" />} onClick={() => void copy()}>
            {t('alerts.more.copy')}
          </Menu.Item>
          {alert.ruleId !== null && <MuteItems ruleId={alert.ruleId} ruleName={alert.ruleName} />}
          {alert.cameraId !== null && alert.cameraDeletedAtUtcMs === null && (
            <Suspense>
              <CameraMuteItems alert={alert} cameraId={alert.cameraId} />
            </Suspense>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAssigning && (
        <Suspense>
          <AssignDialog alert={alert} assign={deeds.assign} onClose={() => setAssigning(false)} />
        </Suspense>
      )}
      {isSharing && (
        <Suspense>
          <ShareDialog alert={alert} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </>
  );
}

function MuteItems({ ruleId, ruleName }: { ruleId: string; ruleName: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const rule = useQuery(ruleById(ruleId)).data;
  const mute = useMutation({
    mutationFn: (minutes: number) => call(alertRulesCalls.snooze, { params: { id: ruleId }, body: { minutes } }),
    onSuccess: (answer, minutes) => {
      client.setQueryData(callKey(alertRulesCalls.get, { params: { id: ruleId } }), answer);
      toastSuccess({
        title:
          minutes === 0
            ? t('alerts.mute.ended', { name: ruleName })
            : t('alerts.mute.done', { name: ruleName, duration: formatDuration(minutes * 60_000) }),
      });
    },
    onError: (failure) => toastFailure(t('alerts.mute.failed'), failure),
  });
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('alerts.mute.label')}</Menu.Label>
      {muteMinutes.map((minutes) => (
        <Menu.Item
          key={minutes}
          leftSection={<IconBellOff size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => mute.mutate(minutes)}
        >
          {t('alerts.mute.for', { duration: formatDuration(minutes * 60_000) })}
        </Menu.Item>
      ))}
      {rule?.snooze != null && (
        <Menu.Item leftSection={<IconBell size={16} stroke={1.6} aria-hidden="true" />} onClick={() => mute.mutate(0)}>
          {t('alerts.mute.end')}
        </Menu.Item>
      )}
    </>
  );
}
