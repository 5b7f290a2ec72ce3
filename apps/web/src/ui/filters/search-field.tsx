import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cross } from './cross.tsx';
import classes from './filters.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const pauseMs = 250;

/** Search over a list; the key `/` comes here, Escape empties it. Answers after a short pause in typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const notify = useDebouncedCallback(onChange, pauseMs);
  // The address may change from elsewhere: back, a link, "clear filters".
  useEffect(() => setTyped(value), [value]);
  const change = (text: string): void => {
    setTyped(text);
    if (text !== '') return notify(text);
    // What was typed a moment ago must not come back after it was emptied.
    notify.cancel();
    onChange('');
  };
  return (
    <TextInput
      className={classes.search}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={120}
      data-search="true"
      // In a dialog, Escape empties the field first and closes the dialog only when there is nothing to empty.
      data-mantine-stop-propagation={typed !== ''}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden="true" />}
      rightSection={
        typed === '' ? undefined : <Cross label={t('common.actions.clearSearch')} onClick={() => change('')} />
      }
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') change('');
        // Of a form that it stands in it narrows a list; whoever searches has not decided yet.
        if (event.key === 'Enter') event.preventDefault();
      }}
    />
  );
}
