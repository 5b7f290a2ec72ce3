import { Button, Menu, Switch } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { UserDevice } from '@sightline/contracts/user-devices/user-device';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { browserName } from '../../platform/i18n/fixed-names.ts';
import { formatSince, formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Item, SmallText } from '../../ui/lists/item-list.tsx';
import { muteUpdate, type MuteChoice } from './mute-until.ts';
import { useDeviceDeeds } from './use-device-deeds.ts';
import classes from './user-devices.module.css';

const choices = {
  hour: 'mute1',
  eightHours: 'mute8',
  tomorrow: 'muteTomorrow',
  forGood: 'muteForGood',
} as const satisfies Record<MuteChoice, string>;

interface MuteMenuProps {
  name: string;
  isBusy: boolean;
  onMute: (choice: MuteChoice) => void;
}

function MuteMenu({ name, isBusy, onMute }: MuteMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
          aria-label={t('userDevices.list.muteOf', { name })}
        >
          {t('userDevices.list.mute')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(choices) as MuteChoice[]).map((choice) => (
          <Menu.Item key={choice} onClick={() => onMute(choice)}>
            {t(`userDevices.list.${choices[choice]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** One browser: whether, and when, it gets notifications, and what can be done to it. */
export function DeviceRow({ device, isHere, nowUtcMs }: { device: UserDevice; isHere: boolean; nowUtcMs: number }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { deviceUid, name, enabled, mutedUntil, lastDeliveredAt, lastFailure } = device;
  const { update, test, remove } = useDeviceDeeds(deviceUid);
  const isMuted = enabled && mutedUntil !== null && mutedUntil > nowUtcMs;
  const delivered =
    lastDeliveredAt === null ? t('userDevices.list.never') : formatTime(lastDeliveredAt, ownZone(), 'full');
  const mute = (choice: MuteChoice): void => update.mutate(muteUpdate(choice, serverNowUtcMs(), ownZone()));
  return (
    <Item
      name={browserName(t, name)}
      chip={isHere ? t('userDevices.list.thisBrowser') : undefined}
      more={
        <>
          <SmallText>
            {isMuted
              ? t('userDevices.list.mutedUntil', { time: formatSince(mutedUntil, nowUtcMs, ownZone()) })
              : t(enabled ? 'userDevices.list.on' : 'userDevices.list.off')}{' '}
            · {t('userDevices.list.delivered')}: <bdi>{delivered}</bdi>
          </SmallText>
          {lastFailure !== null && (
            <p className={classes.failure}>
              {t('userDevices.list.failure')}{' '}
              <bdi dir="ltr" translate="no">
                {lastFailure}
              </bdi>
            </p>
          )}
        </>
      }
    >
      <Row wrap align="center" gap={8} data-device={deviceUid}>
        <Switch
          aria-label={t('userDevices.list.enable', { name })}
          checked={update.isPending ? (update.variables.enabled ?? enabled) : enabled}
          onChange={(event) => update.mutate({ enabled: event.currentTarget.checked })}
        />
        {isMuted && (
          <Button
            variant="default"
            size="sm"
            loading={update.isPending}
            onClick={() => update.mutate({ mutedUntil: null })}
          >
            {t('userDevices.list.unmute')}
          </Button>
        )}
        {enabled && !isMuted && <MuteMenu name={name} isBusy={update.isPending} onMute={mute} />}
        <Button
          variant="default"
          size="sm"
          aria-label={t('userDevices.list.testOf', { name })}
          onClick={() => test.mutate()}
        >
          {t('userDevices.list.test')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('userDevices.list.removeOf', { name })}
          onClick={() => setAsking(true)}
        >
          {t('userDevices.list.remove')}
        </Button>
      </Row>
      {isAsking && (
        <ConfirmDialog
          title={t('userDevices.list.removeTitle', { name })}
          text={t('userDevices.list.removeText')}
          confirmLabel={t('userDevices.list.remove')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Item>
  );
}
