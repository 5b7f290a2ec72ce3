import { Checkbox, Popover, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { Cross } from '../../ui/filters/cross.tsx';
import chip from '../../ui/filters/filters.module.css';
import classes from './audit.module.css';

interface ManyFilterProps {
  label: string;
  value: readonly string[];
  options: readonly { value: string; label: string }[];
  onChange: (values: string[]) => void;
}

const searchedFrom = 8;

function Choices({ label, value, options, onChange }: ManyFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = options.filter((option) => option.label.toLocaleLowerCase().includes(wanted));
  const toggle = (each: string, isOn: boolean): void =>
    onChange(isOn ? [...value, each] : value.filter((one) => one !== each));
  return (
    <>
      {options.length > searchedFrom && (
        <TextInput
          aria-label={t('audit.filters.find', { name: label })}
          placeholder={t('audit.filters.find', { name: label })}
          value={typed}
          maxLength={120}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Stack gap={12} className={classes.choices} role="group" aria-label={label}>
        {shown.map((option) => (
          <Checkbox
            key={option.value}
            label={<bdi>{option.label}</bdi>}
            checked={value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
        {shown.length === 0 && <p className={classes.dim}>{t('audit.filters.nothing')}</p>}
      </Stack>
    </>
  );
}

/** A filter with any number of values, as a chip that names the one or counts the many. */
export function ManyFilter(props: ManyFilterProps) {
  const { t } = useTranslation();
  const { label, value, options, onChange } = props;
  const only =
    value.length === 1
      ? (options.find((option) => option.value === value[0])?.label ?? t('common.words.unknown'))
      : undefined;
  const shown = value.length === 0 ? t('common.words.all') : (only ?? formatCount(value.length));
  return (
    <span className={chip.chip} data-active={value.length > 0}>
      <Popover position="bottom-start" trapFocus>
        <Popover.Target>
          <button type="button" className={chip.choose}>
            {label}: <strong>{shown}</strong>
            {value.length === 0 && <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={label}>
          <Choices {...props} />
        </Popover.Dropdown>
      </Popover>
      {value.length > 0 && (
        <Cross label={t('common.actions.clearFilter', { name: label })} onClick={() => onChange([])} />
      )}
    </span>
  );
}
