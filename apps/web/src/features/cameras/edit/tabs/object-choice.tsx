import { Checkbox } from '@mantine/core';
import type { EventClass } from '@sightline/contracts/events/event';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toggled } from '../toggled.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';

interface ObjectChoiceProps {
  label: string;
  chosen: readonly EventClass[];
  onChange: (chosen: EventClass[]) => void;
  children?: ReactNode;
}

const objects = ['person', 'vehicle', 'animal'] as const satisfies readonly EventClass[];

/** Any of what a core can recognise. */
export function ObjectChoice({ label, chosen, onChange, children }: ObjectChoiceProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={8} role="group" aria-label={label}>
      <span className={words.label}>{label}</span>
      {objects.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`cameras.analysis.${kind}`)}
          checked={chosen.includes(kind)}
          onChange={() => onChange(toggled<EventClass>(objects, chosen, kind))}
        />
      ))}
      {children}
    </Stack>
  );
}
