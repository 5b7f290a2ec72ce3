import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useDeviceAction } from './device-queries.ts';
import words from '../../ui/forms/field-words.module.css';
import classes from './device-section.module.css';

/** Places to which the head can go back. */
export function PresetList({ cameraId, presets }: { cameraId: string; presets: OnvifState['presets'] }) {
  const { t } = useTranslation();
  const deed = useDeviceAction(cameraId);
  const [name, setName] = useState('');
  const add = (): void => deed.mutate({ kind: 'savePreset', name: name.trim() }, { onSuccess: () => setName('') });
  return (
    <div className={classes.stack}>
      <ul className={words.rows}>
        {presets.map((preset) => (
          <li key={preset.token} className={classes.row}>
            <span className={classes.grow}>
              <bdi>{preset.name === '' ? preset.token : preset.name}</bdi>
            </span>
            <Button
              variant="default"
              disabled={deed.isPending}
              onClick={() => deed.mutate({ kind: 'goToPreset', preset: preset.token })}
            >
              {t('cameraDevices.presets.go')}
            </Button>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={deed.isPending}
              aria-label={t('cameraDevices.presets.remove', { name: preset.name })}
              onClick={() => deed.mutate({ kind: 'removePreset', preset: preset.token })}
            >
              <IconTrash size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {presets.length === 0 && <p className={words.hint}>{t('cameraDevices.presets.none')}</p>}
      <div className={classes.row}>
        <TextInput
          className={classes.grow}
          aria-label={t('cameraDevices.presets.name')}
          placeholder={t('cameraDevices.presets.name')}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={name.trim() === ''}
          loading={deed.isPending && deed.variables.kind === 'savePreset'}
          onClick={add}
        >
          {t('cameraDevices.presets.save')}
        </Button>
      </div>
      {deed.error !== null && <FormFailure failure={deed.error} />}
    </div>
  );
}
