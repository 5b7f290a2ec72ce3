import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import classes from './camera-filter.module.css';

const pauseMs = 300;

const camerasNamed = (search: string, locationId: string | undefined) =>
  callQuery(camerasCalls.list, {
    query: { limit: 50, search: search.trim() === '' ? undefined : search.trim(), locationId },
  });

interface CameraSelectProps {
  /** Id of the camera. */
  value: string | undefined;
  /** Only cameras of this site. */
  siteId?: string | undefined;
  onChange: (cameraId: string | undefined) => void;
}

/** The field that narrows a list to one camera. */
export function CameraSelect({ value, siteId, onChange }: CameraSelectProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({ ...camerasNamed(asked, siteId), placeholderData: keepPreviousData }).data?.items ?? [];
  const one = callQuery(camerasCalls.get, { params: { id: value ?? '' } });
  const chosen = useQuery({ ...one, enabled: value !== undefined }).data;
  const offered =
    chosen === undefined || value === undefined || found.some(({ id }) => id === chosen.id)
      ? found
      : [chosen, ...found];
  return (
    <Select
      className={classes.camera}
      aria-label={t('alerts.filters.camera')}
      placeholder={t('alerts.filters.allCameras')}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.actions.clearFilter', { name: t('alerts.filters.camera') }) }}
      onSearchChange={setTyped}
      onChange={(camera) => onChange(camera ?? undefined)}
      nothingFoundMessage={t('alerts.filters.noCamera')}
    />
  );
}
