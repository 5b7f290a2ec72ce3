import { IconChevronDown, type Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../../../platform/features/menu-entry.ts';
import classes from './area-frame.module.css';

interface EntryParts {
  entry: MenuEntry;
  name: string;
  icon?: Icon | undefined;
  isCurrent: boolean;
}

/** One entry of the menu of an area. */
export function AreaEntry({ entry, name, icon: Sign, level, isCurrent }: EntryParts & { level: 2 | 3 }) {
  if (entry.disabled === true)
    return (
      <span className={classes.item} data-level={level} aria-disabled="true">
        {name}
      </span>
    );
  return (
    <Link
      to={entry.to as LinkProps['to']}
      className={classes.item}
      data-level={level}
      data-current={isCurrent}
      aria-current={isCurrent ? 'page' : undefined}
      {...(Sign !== undefined && { title: name })}
    >
      {Sign !== undefined && <Sign size={18} stroke={1.6} className={classes.sign} aria-hidden="true" />}
      <span className={classes.itemName}>{name}</span>
    </Link>
  );
}

/** An entry with others below it, which open and close; they are open while one of them is the page. */
export function ExpandingEntry({ entry, name, icon, isCurrent, children }: EntryParts & { children: ReactNode }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(isCurrent);
  const id = useId();
  // In a row, where nothing folds, the two would stand side by side.
  const isRepeated = entry.level3?.some(({ to }) => to === entry.to) === true;
  useEffect(() => {
    if (isCurrent) setOpen(true);
  }, [isCurrent]);
  return (
    <>
      <div className={classes.expanding} data-current={isCurrent} data-repeated={isOpen && isRepeated}>
        <AreaEntry entry={entry} name={name} icon={icon} level={2} isCurrent={false} />
        <button
          type="button"
          className={classes.expand}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('shell.nav.expand', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <ul id={id} className={classes.list} hidden={!isOpen}>
        {children}
      </ul>
    </>
  );
}
