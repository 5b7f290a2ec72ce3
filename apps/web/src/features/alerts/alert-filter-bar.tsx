import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAlertWords } from '../../ui/alerts/use-alert-words.ts';
import { CameraFilter } from '../../ui/filters/camera-filter.tsx';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { handlings, severities, type AlertFilters } from './alert-filters.ts';
import { sitesOfAlerts } from './alert-queries.ts';

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
      <CameraFilter value={filters.camera} siteId={filters.site} onChange={(camera) => onChange({ camera })} />
    </>
  );
}
