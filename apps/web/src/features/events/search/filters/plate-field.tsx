import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconZoomScan } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plateLetters, type EventFilters } from './event-filters.ts';
import type { SearchControl } from '../search-control.ts';
import { Row } from '../../../../ui/layout/row.tsx';
import { Cross } from '../../../../ui/filters/cross.tsx';
import classes from './plate-field.module.css';

interface PlateFieldProps {
  filters: Pick<EventFilters, 'plate' | 'match'>;
  onChange: SearchControl['change'];
}

const pauseMs = 400;

/** A plate or a part of one; the key `/` comes here, Escape empties it. */
export function PlateField({ filters, onChange }: PlateFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(filters.plate);
  const notify = (plate: string): void =>
    onChange({ plate: plate.trim() === '' ? undefined : plate }, { replace: filters.plate !== '' });
  const notifyLater = useDebouncedCallback(notify, pauseMs);
  // The address may change from elsewhere: back, a link, "clear filters".
  useEffect(() => setTyped(filters.plate), [filters.plate]);
  const change = (text: string): void => {
    setTyped(text);
    notifyLater(text);
  };
  const clear = (): void => {
    notifyLater.cancel();
    setTyped('');
    notify('');
  };
  const letters = plateLetters(typed);
  const hint =
    letters.length === 1 || (letters.length === 0 && typed.trim() !== '') ? t('events.search.plate.short') : undefined;
  return (
    <Row wrap align="start" gap={12} rowGap={8} className={classes.bar}>
      <TextInput
        className={classes.field}
        aria-label={t('events.search.plate.label')}
        placeholder={t('events.search.plate.label')}
        value={typed}
        maxLength={20}
        data-search="true"
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.input }}
        error={hint}
        leftSection={<IconZoomScan size={20} stroke={1.5} aria-hidden="true" />}
        rightSection={
          typed === '' ? (
            <kbd className={classes.key} aria-hidden="true">
              /
            </kbd>
          ) : (
            <Cross label={t('common.actions.clearSearch')} size="large" onClick={clear} />
          )
        }
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') notifyLater.flush();
          if (event.key !== 'Escape' || typed === '') return;
          event.stopPropagation();
          clear();
        }}
      />
      <SegmentedControl
        className={classes.match}
        aria-label={t('events.search.plate.match')}
        value={filters.match}
        data={(['contains', 'similar'] as const).map((match) => ({
          value: match,
          label: t(`events.search.plate.${match}`),
        }))}
        onChange={(match) => onChange({ match: match === 'similar' ? 'similar' : undefined })}
      />
    </Row>
  );
}
