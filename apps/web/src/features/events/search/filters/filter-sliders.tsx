import { RangeSlider, Slider } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../../platform/i18n/format-number.ts';
import { leftToRight } from '../../../../platform/i18n/left-to-right.ts';
import type { EventFilters } from './event-filters.ts';
import { Section } from './filter-section.tsx';
import type { SearchControl } from '../search-control.ts';
import { stayOf, stayParameter, stops } from './stay.ts';
import { useStayWords } from './use-stay-words.ts';

interface StaySliderProps {
  filters: Pick<EventFilters, 'minStay' | 'maxStay'>;
  onChange: SearchControl['change'];
}

/** How long things stayed in view. The last stop means any length. */
export function StaySlider({ filters, onChange }: StaySliderProps) {
  const { t } = useTranslation();
  const chosen = stayOf(filters);
  const [moving, setMoving] = useState<[number, number] | null>(null);
  const [least, most] = moving ?? chosen;
  const words = useStayWords();
  const said = (stop: number): string => formatDuration((stops[stop] ?? 0) * 1000);
  return (
    <Section title={t('events.search.filters.stayed')} aside={words([least, most])}>
      <RangeSlider
        min={0}
        max={stops.length - 1}
        step={1}
        minRange={1}
        value={[least, most]}
        label={null}
        thumbFromLabel={t('events.search.filters.stayedLeast')}
        thumbToLabel={t('events.search.filters.stayedMost')}
        thumbProps={(index) => ({
          'aria-valuetext':
            index === 1 && most === stops.length - 1
              ? t('events.search.filters.stayedAny')
              : said(index === 0 ? least : most),
        })}
        onChange={setMoving}
        onChangeEnd={(value) => {
          setMoving(null);
          onChange({ stay: stayParameter(value) });
        }}
      />
    </Section>
  );
}

interface MotionSliderProps {
  title: string;
  value: number;
  /** 0 where "any" can be chosen, else 1. */
  least: 0 | 1;
  onChange: (level: number) => void;
}

/** Least motion level, 0-255. */
export function MotionSlider({ title, value, least, onChange }: MotionSliderProps) {
  const { t } = useTranslation();
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? value;
  return (
    <Section
      title={title}
      aside={
        shown === 0
          ? t('events.search.filters.any')
          : t('events.search.filters.atLeast', { level: leftToRight(`${shown} / 255`) })
      }
    >
      <Slider
        min={least}
        max={255}
        value={shown}
        label={null}
        thumbLabel={title}
        onChange={setMoving}
        onChangeEnd={(level) => {
          setMoving(null);
          onChange(level);
        }}
      />
    </Section>
  );
}
