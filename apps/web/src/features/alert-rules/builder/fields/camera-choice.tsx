import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Select, type OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { camerasNamed, camerasOf } from '../builder-queries.ts';

interface CameraChoiceProps {
  cameraIds: readonly string[];
  /** Only one: something is drawn on its picture. */
  isOne: boolean;
  error?: ReactNode;
  onChange: (cameraIds: string[]) => void;
}

const pauseMs = 300;

const everything: OptionsFilter = ({ options }) => options;

/** The cameras of a rule, searched for by their names. */
export function CameraChoice({ cameraIds, isOne, error, onChange }: CameraChoiceProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  // While one is chosen its name stands in the field, which is not what is searched for.
  const [asked] = useDebouncedValue(typed, pauseMs);
  const chosen = useQuery({
    ...camerasOf(cameraIds),
    enabled: cameraIds.length > 0,
    placeholderData: keepPreviousData,
  });
  const chosenNow = (chosen.data?.items ?? []).filter(({ id }) => cameraIds.includes(id));
  const isOwnName = isOne && chosenNow.some(({ name }) => name === asked);
  const found = useQuery({ ...camerasNamed(isOwnName ? '' : asked), placeholderData: keepPreviousData });
  const cameras = new Map([...chosenNow, ...(found.data?.items ?? [])].map((camera) => [camera.id, camera]));
  const data = [
    ...[...cameras.values()].map(({ id, name }) => ({ value: id, label: name })),
    // Their names are on their way.
    ...cameraIds.filter((id) => !cameras.has(id)).map((id) => ({ value: id, label: '…' })),
  ];
  const shared = {
    data,
    searchable: true,
    searchValue: typed,
    onSearchChange: setTyped,
    nothingFoundMessage: t('ruleBuilder.target.noCamera'),
    error,
    // The server has searched; names that it found are all shown.
    filter: everything,
  };
  if (isOne)
    return (
      <Select
        {...shared}
        label={t('ruleBuilder.target.camera')}
        value={cameraIds[0] ?? null}
        onChange={(id) => onChange(id === null ? [] : [id])}
      />
    );
  return (
    <MultiSelect
      {...shared}
      label={t('ruleBuilder.target.cameras')}
      maxValues={200}
      hidePickedOptions
      value={[...cameraIds]}
      onChange={onChange}
    />
  );
}
