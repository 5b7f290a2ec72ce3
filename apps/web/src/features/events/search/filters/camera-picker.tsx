import type { Camera } from '@sightline/contracts/cameras/camera';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { camerasNamed } from '../../place-queries.ts';

interface CameraPickerProps {
  chosen: readonly Camera[];
  locationId: string | undefined;
  onChange: (ids: string[]) => void;
}

const pauseMs = 400;

/** Chooses cameras by name; the server finds them, however many there are. */
export function CameraPicker({ chosen, locationId, onChange }: CameraPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({ ...camerasNamed(asked, locationId), placeholderData: keepPreviousData }).data?.items ?? [];
  const offered = [...chosen, ...found.filter(({ id }) => !chosen.some((camera) => camera.id === id))];
  return (
    <MultiSelect
      aria-label={t('events.search.filters.cameras')}
      placeholder={chosen.length === 0 ? t('events.search.filters.allCameras') : ''}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => id)}
      searchable
      hidePickedOptions
      maxValues={100}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
      nothingFoundMessage={t('events.search.filters.noCamera')}
      maxDropdownHeight={280}
    />
  );
}
