import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { useDebouncedValue } from '@mantine/hooks';
import { Select } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlertWords } from '../../ui/alerts/use-alert-words.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { handlings, severities, type AlertFilters } from './alert-filters.ts';
import { cameraOfAlerts, camerasOfAlerts, sitesOfAlerts } from './alert-queries.ts';
import classes from './filters.module.css';

interface AlertFilterBarProps {
  filters: AlertFilters;
  onChange: (change: AlertFilters) => void;
  /** What holds while no handling is chosen. */
  unsetHandling?: string;
}

/** Filters of a list of alerts: how bad, how far people are, what, where. */
export function AlertFilterBar({ filters, onChange, unsetHandling }: AlertFilterBarProps) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const sites = useQuery(sitesOfAlerts()).data?.items ?? [];
  return (
    <>
      <ChoiceFilter
        label={t('alerts.filters.severity')}
        value={filters.severity}
        options={severities.map((value) => ({ value, label: t(`events.search.severity.${value}`) }))}
        onChange={(severity) => onChange({ severity })}
      />
      <ChoiceFilter
        label={t('alerts.filters.handling')}
        value={filters.handling}
        options={handlings.map((value) => ({ value, label: t(`alerts.handling.${value}`) }))}
        onChange={(handling) => onChange({ handling })}
        {...(unsetHandling === undefined ? {} : { unset: unsetHandling })}
      />
      <ChoiceFilter
        label={t('alerts.filters.kind')}
        value={filters.kind}
        options={Object.keys(ruleKinds).map((value) => ({ value, label: words.kind(value) }))}
        onChange={(kind) => onChange({ kind })}
      />
      {sites.length > 1 && (
        <ChoiceFilter
          label={t('alerts.filters.site')}
          value={filters.site}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(site) => onChange({ site })}
        />
      )}
      <CameraFilter filters={filters} onChange={onChange} />
    </>
  );
}

const pauseMs = 300;

function CameraFilter({ filters, onChange }: Pick<AlertFilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const found =
    useQuery({ ...camerasOfAlerts(asked, filters.site), placeholderData: keepPreviousData }).data?.items ?? [];
  const chosen = useQuery({ ...cameraOfAlerts(filters.camera ?? ''), enabled: filters.camera !== undefined }).data;
  const offered =
    chosen === undefined || filters.camera === undefined || found.some(({ id }) => id === chosen.id)
      ? found
      : [chosen, ...found];
  return (
    <Select
      className={classes.camera}
      aria-label={t('alerts.filters.camera')}
      placeholder={t('alerts.filters.allCameras')}
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      value={filters.camera ?? null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.actions.clearFilter', { name: t('alerts.filters.camera') }) }}
      onSearchChange={setTyped}
      onChange={(camera) => onChange({ camera: camera ?? undefined })}
      nothingFoundMessage={t('alerts.filters.noCamera')}
    />
  );
}
