import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locationById, possibleParents } from '../location-queries.ts';

const pauseMs = 250;

interface Choice {
  value: string;
  label: string;
}

interface ParentSelectProps {
  label: ReactNode;
  parentId: string | null;
  /** The site that is moved: it and what is below it is not offered. */
  locationId: string | undefined;
  isDisabled?: boolean;
  error?: ReactNode;
  onChange: (parentId: string | null) => void;
}

/** Choosing the site below which another one lies. The server is asked for names, and leaves out the site itself and what is below it. */
export function ParentSelect({ label, parentId, locationId, isDisabled = false, error, onChange }: ParentSelectProps) {
  const { t } = useTranslation();
  const parent = useQuery({ ...locationById(parentId ?? ''), enabled: parentId !== null }).data;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const name = chosen !== null && chosen.value === parentId ? chosen.label : parent?.name;
  // What is chosen stands in the field as if it had been typed.
  const [search] = useDebouncedValue(typed === name ? '' : typed, pauseMs);
  const found = useQuery({ ...possibleParents({ search, outside: locationId }), placeholderData: keepPreviousData });
  const sites = (found.data?.items ?? [])
    .filter(({ id, isNameOnly }) => !isNameOnly && id !== parentId)
    .map((site) => ({ value: site.id, label: site.name }));
  const choices = parentId === null || name === undefined ? sites : [{ value: parentId, label: name }, ...sites];
  return (
    <Select
      label={label}
      placeholder={t('locations.form.parentNone')}
      data={choices}
      filter={({ options }) => options}
      searchable
      onSearchChange={setTyped}
      clearable
      clearButtonProps={{ 'aria-label': t('locations.form.parentClear') }}
      nothingFoundMessage={found.isFetching ? t('common.states.loading') : t('locations.form.parentUnknown')}
      disabled={isDisabled}
      error={error}
      value={parentId}
      onChange={(id, choice) => {
        setChosen(id === null || choice === null ? null : { value: id, label: choice.label });
        onChange(id);
      }}
    />
  );
}
