import { useTranslation } from 'react-i18next';
import type { DrawnGroup, PaletteEntry } from './palette-entry.ts';
import { PaletteOption } from './palette-option.tsx';
import classes from './palette.module.css';

interface PaletteResultsProps {
  id: string;
  groups: readonly DrawnGroup[];
  /** These were opened last: they stand under one heading. */
  areRecent: boolean;
  typed: string;
  active: PaletteEntry | undefined;
  isBusy: boolean;
  onPoint: (entry: PaletteEntry) => void;
  onChoose: (entry: PaletteEntry, isNewTab: boolean) => void;
}

/** Id of the element of an entry. */
export const optionId = (listId: string, { key }: PaletteEntry): string => `${listId}-${key}`;

/** Everything that was found, in groups with headings. */
export function PaletteResults({
  id,
  groups,
  areRecent,
  typed,
  active,
  isBusy,
  onPoint,
  onChoose,
}: PaletteResultsProps) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('globalSearch.results')} aria-busy={isBusy} className={classes.list}>
      {groups.map(({ group, entries }) => (
        <div key={group} role="group" aria-labelledby={`${id}-${group}`} className={classes.group}>
          <div id={`${id}-${group}`} role="presentation" className={classes.heading}>
            {areRecent ? t('globalSearch.recent') : t(`globalSearch.groups.${group}`)}
          </div>
          {entries.map((entry) => (
            <PaletteOption
              key={entry.key}
              id={optionId(id, entry)}
              entry={entry}
              typed={typed}
              isActive={entry === active}
              onPoint={() => onPoint(entry)}
              onChoose={(isNewTab) => onChoose(entry, isNewTab)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
