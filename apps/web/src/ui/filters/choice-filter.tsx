import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Cross } from './cross.tsx';
import classes from './filters.module.css';

interface ChoiceFilterProps<V extends string> {
  label: string;
  value: V | undefined;
  options: readonly { value: V; label: string }[];
  onChange: (value: V | undefined) => void;
  /** What holds while nothing is chosen; "All" where absent. */
  unset?: string;
}

/** One filter of a list as a chip that reads "Name: Value"; active ones end with a cross. */
export function ChoiceFilter<V extends string>({ label, value, options, onChange, unset }: ChoiceFilterProps<V>) {
  const { t } = useTranslation();
  const chosen = options.find((option) => option.value === value);
  return (
    <span className={classes.chip} data-active={value !== undefined}>
      <Menu position="bottom-start">
        <Menu.Target>
          <button type="button" className={classes.choose}>
            {label}:{' '}
            <strong>
              {chosen?.label ?? (value === undefined ? (unset ?? t('common.words.all')) : t('common.words.unknown'))}
            </strong>
            {value === undefined && <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
          </button>
        </Menu.Target>
        <Menu.Dropdown mah="60dvh" style={{ overflow: 'auto' }}>
          {options.map((option) => (
            <Menu.RadioItem
              key={option.value}
              value={option.value}
              checked={option.value === value}
              checkIcon={<IconCheck size={16} stroke={1.6} aria-hidden="true" />}
              onChange={() => onChange(option.value)}
            >
              {option.label}
            </Menu.RadioItem>
          ))}
        </Menu.Dropdown>
      </Menu>
      {value !== undefined && (
        <Cross label={t('common.actions.clearFilter', { name: label })} onClick={() => onChange(undefined)} />
      )}
    </span>
  );
}
