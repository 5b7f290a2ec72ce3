import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';

const pauseMs = 300;
const mostFound = 50;

const camerasNamed = (search: string) =>
  callQuery(camerasCalls.list, {
    query: { limit: mostFound, ...(search.trim() === '' ? {} : { search: search.trim() }) },
  });

/** The camera that is chosen in a form; undefined for none (''), and until it is read. */
export function useChosenCamera(cameraId: string): Camera | undefined {
  return useQuery({ ...callQuery(camerasCalls.get, { params: { id: cameraId } }), enabled: cameraId !== '' }).data;
}

interface CameraFieldProps {
  label: string;
  /** Id of the camera; '' for none. */
  value: string;
  error?: ReactNode;
  onChange: (cameraId: string) => void;
}

/** The field of a form that needs one camera, found by its name. */
export function CameraField({ label, value, error, onChange }: CameraFieldProps) {
  const { t } = useTranslation();
  const chosen = useChosenCamera(value);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({ ...camerasNamed(asked === chosen?.name ? '' : asked), placeholderData: keepPreviousData });
  const offered = new Map(
    [...(chosen ? [chosen] : []), ...(found.data?.items ?? [])].map(({ id, name }) => [id, name]),
  );
  return (
    <Select
      required
      label={label}
      data={[...offered].map(([id, name]) => ({ value: id, label: name }))}
      searchable
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('alerts.filters.noCamera')}
      error={error}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
