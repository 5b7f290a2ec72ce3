import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconArrowsMove } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { deviceState, useDeviceAction } from './device-queries.ts';
import { HeadControl } from './head-control.tsx';
import classes from './device-section.module.css';

/** What a device can do changes with its settings, not by the minute. */
const knownMs = 300_000;

/** Moves the head of a camera beside its live picture; nothing where the device says of none. */
export function HeadPopover({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const state = useQuery({ ...deviceState(cameraId), staleTime: knownMs });
  const deed = useDeviceAction(cameraId);
  if (state.data?.hasHead !== true) return null;
  return (
    // It stays while the picture is used: whoever moves the head looks at what it shows.
    <Popover
      opened={isOpen}
      onChange={setOpen}
      closeOnClickOutside={false}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <Tooltip label={t('cameraDevices.head.move')} disabled={isOpen}>
            <ActionIcon
              size={36}
              aria-label={t('cameraDevices.head.move')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <IconArrowsMove size={20} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('cameraDevices.head.move')}>
        <div className={classes.head}>
          <HeadControl cameraId={cameraId} />
          {state.data.presets.length > 0 && (
            <ul className={classes.places} aria-label={t('cameraDevices.presets.title')}>
              {state.data.presets.map(({ token, name }) => (
                <li key={token}>
                  <Button
                    variant="default"
                    fullWidth
                    disabled={deed.isPending}
                    onClick={() => deed.mutate({ kind: 'goToPreset', preset: token })}
                  >
                    <bdi>{name === '' ? token : name}</bdi>
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {deed.error !== null && <FormFailure failure={deed.error} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
