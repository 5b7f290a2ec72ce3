import { Checkbox, TextInput } from '@mantine/core';
import type { DeviceChannel } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import { codecName } from '../codec-name.ts';
import classes from '../onboarding.module.css';
import { canBePicked, type PickedChannel } from './picked-devices.ts';

interface PickedChannelsProps {
  host: string;
  channels: readonly PickedChannel[];
  onChange: (channels: readonly PickedChannel[]) => void;
}

/** The channels of a device: which of them are cameras already, and which become one under what name. */
export function PickedChannels({ host, channels, onChange }: PickedChannelsProps) {
  const { t } = useTranslation();
  const change = (at: number, changed: Partial<PickedChannel>): void =>
    onChange(channels.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  return (
    <Stack as="ul" gap={12} className={classes.channels} aria-label={t('cameraOnboarding.scan.channelsOf', { host })}>
      {channels.map(({ channel, isPicked, name }, index) => (
        <li key={`${channel.channel} ${String(index)}`} className={classes.channel}>
          <Checkbox
            label={t('cameraOnboarding.scan.channel', { number: index + 1 })}
            description={<ChannelFacts channel={channel} />}
            checked={isPicked}
            disabled={!canBePicked(channel)}
            onChange={(event) => change(index, { isPicked: event.currentTarget.checked })}
          />
          {isPicked && (
            <TextInput
              aria-label={t('cameraOnboarding.scan.channelName', { number: index + 1 })}
              required
              maxLength={120}
              value={name}
              error={name.trim() === '' ? t('cameras.form.nameMissing') : null}
              onChange={(event) => change(index, { name: event.currentTarget.value })}
            />
          )}
        </li>
      ))}
    </Stack>
  );
}

/** What a channel offers, and whether it is a camera already. */
function ChannelFacts({ channel: { main, added } }: { channel: DeviceChannel }) {
  const { t } = useTranslation();
  if (main === null) return t('cameraOnboarding.scan.noStream');
  const facts = `${codecName(main.videoCodec)} · ${String(main.width)} × ${String(main.height)}`;
  return (
    <>
      {added !== null && (
        <>
          {t(added.isElsewhere ? 'cameraOnboarding.scan.addedElsewhere' : 'cameraOnboarding.scan.added', {
            name: added.name,
          })}
          {' · '}
        </>
      )}
      <bdi dir="ltr">{facts}</bdi>
    </>
  );
}
