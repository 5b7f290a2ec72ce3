import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { serverNowUtcMs } from '../../../../platform/clock/server-clock.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { TimeField } from '../../../../ui/time/time-field.tsx';
import type { EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import type { SearchControl } from '../search-control.ts';
import { closedRange, fieldText, instantOf, rangeNames, type RangeName } from '../search-range.ts';

interface TimeFilterProps {
  filters: Pick<EventFilters, 'range' | 'fromUtcMs' | 'toUtcMs'>;
  timeZone: string;
  onChange: SearchControl['change'];
}

/** When: a range by name, or two instants on the site's clock. */
export function TimeFilter({ filters, timeZone, onChange }: TimeFilterProps) {
  const { t } = useTranslation();
  const zone = zoneAbbreviation(useNow(60_000), timeZone);
  const choose = (range: RangeName): void => {
    if (range !== 'custom')
      return onChange({ range: range === '3d' ? undefined : range, from: undefined, to: undefined });
    const { fromUtcMs, toUtcMs } = closedRange(filters, serverNowUtcMs(), timeZone);
    onChange({
      range,
      from: String(Math.floor(fromUtcMs / 60_000) * 60_000),
      to: String(Math.ceil(toUtcMs / 60_000) * 60_000),
    });
  };
  const isBackwards = filters.fromUtcMs !== null && filters.toUtcMs !== null && filters.toUtcMs <= filters.fromUtcMs;
  return (
    <Section title={t('events.search.filters.when')} aside={t('events.search.filters.zone', { zone })}>
      <NativeSelect
        aria-label={t('events.search.filters.when')}
        value={filters.range}
        data={rangeNames.map((name) => ({ value: name, label: t(`events.search.range.${name}`) }))}
        onChange={({ currentTarget: { value } }) => choose(rangeNames.find((name) => name === value) ?? '3d')}
      />
      {filters.range === 'custom' && (
        <>
          <EndField
            label={t('events.search.filters.from')}
            valueMs={filters.fromUtcMs}
            timeZone={timeZone}
            onChange={(from) => onChange({ from: String(from) })}
          />
          <EndField
            label={t('events.search.filters.to')}
            valueMs={filters.toUtcMs}
            timeZone={timeZone}
            error={isBackwards ? t('events.search.filters.backwards') : undefined}
            onChange={(to) => onChange({ to: String(to) })}
          />
        </>
      )}
    </Section>
  );
}

interface EndFieldProps {
  label: string;
  valueMs: number | null;
  timeZone: string;
  error?: string | undefined;
  onChange: (utcMs: number) => void;
}

function EndField({ label, valueMs, timeZone, error, onChange }: EndFieldProps) {
  // Searched for once it is whole: nobody wants the results of half a time.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TimeField
      key={valueMs}
      kind="moment"
      label={label}
      error={error}
      value={typed ?? (valueMs === null ? '' : fieldText(valueMs, timeZone))}
      onChange={setTyped}
      onBlur={() => {
        const utcMs = instantOf(typed ?? '', timeZone);
        if (utcMs !== null && utcMs !== valueMs) onChange(utcMs);
      }}
    />
  );
}
