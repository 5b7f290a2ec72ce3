import { Popover } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './variables.module.css';

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A part of JSON: what is in it can be folded away. */
function Part({ name, value, isOpen }: { name: string | null; value: unknown; isOpen: boolean }) {
  const label = name === null ? '' : `${name}: `;
  if (!isBranch(value))
    return (
      <span className={classes.leaf}>
        {label}
        {JSON.stringify(value)}
      </span>
    );
  const parts = Object.entries(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return <span className={classes.leaf}>{`${label}${open}${close}`}</span>;
  return (
    <details open={isOpen}>
      <summary>{`${label}${open} ${String(parts.length)} ${close}`}</summary>
      <ul className={classes.parts}>
        {parts.map(([key, part]) => (
          <li key={key}>
            <Part name={key} value={part} isOpen={false} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** JSON in one line, which opens as a tree. */
export function JsonValue({ name, value }: { name: string; value: unknown }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" width={360} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.json}>
          <span className={classes.unseen}>{t('orgVariables.json.open', { name })}</span>
          <IconBraces size={16} stroke={1.6} aria-hidden="true" />
          <span dir="ltr" className={classes.preview}>
            {JSON.stringify(value)}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.tree} dir="ltr" translate="no" role="group" aria-label={name}>
          <Part name={null} value={value} isOpen />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
