import { Button, Checkbox } from '@mantine/core';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './credentials.module.css';

/** From this many on a list is looked through by name. */
const searchFrom = 13;

interface CredentialsCamerasProps {
  cameras: readonly Camera[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Cameras to choose from. Whoever is chosen stays so while others are looked for. */
export function CredentialsCameras({ cameras, chosen, onChoose }: CredentialsCamerasProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = cameras.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const toggle = (id: string, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <Stack as="fieldset" gap={8} className={classes.choice}>
      <legend className={classes.legend}>
        {t('cameras.list.total', { count: cameras.length, shown: formatCount(cameras.length) })}
      </legend>
      {cameras.length >= searchFrom && (
        <SearchField label={t('cameras.list.search')} value={search} onChange={setSearch} />
      )}
      <Stack gap={8} className={classes.cameras}>
        {shown.map(({ id, name, username }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            label={<bdi>{name}</bdi>}
            description={username === '' ? t('cameraDevices.credentials.noAccount') : <bdi dir="ltr">{username}</bdi>}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
        {shown.length === 0 && <p>{t('cameras.list.noneNamed', { query: search })}</p>}
      </Stack>
      {shown.length > 1 && (
        <div>
          <Button variant="default" onClick={() => onChoose(new Set([...chosen, ...shown.map(({ id }) => id)]))}>
            {t(wanted === '' ? 'cameraDevices.credentials.all' : 'cameraDevices.credentials.allFound')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
