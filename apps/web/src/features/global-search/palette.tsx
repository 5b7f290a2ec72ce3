import { Modal, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { matchingPages } from './matching-pages.ts';
import { groupsOf, type DrawnGroup, type PaletteEntry } from './palette-entry.ts';
import { PaletteNotes } from './palette-notes.tsx';
import { optionId, PaletteResults } from './palette-results.tsx';
import { maxLetters, useFound } from './use-found.ts';
import { usePaletteList } from './use-palette-list.ts';
import type { Recent } from './use-recent.ts';
import classes from './palette.module.css';

interface PaletteProps {
  /** Pages that the person may open. */
  pages: readonly PaletteEntry[];
  /** What the person opened last. */
  recent: Recent;
  /** Whether there is an organization whose things can be found. */
  hasThings: boolean;
  onOpen: (entry: PaletteEntry, isNewTab: boolean) => void;
  onClose: () => void;
}

function KeyHints() {
  const { t } = useTranslation();
  const hints = [
    { keys: ['↑', '↓'], does: t('globalSearch.keys.move') },
    { keys: ['Enter'], does: t('globalSearch.keys.open') },
    { keys: ['Ctrl', 'Enter'], does: t('globalSearch.keys.newTab') },
    { keys: ['Esc'], does: t('common.actions.close') },
  ];
  return (
    <div className={classes.keys} aria-hidden="true">
      {hints.map(({ keys, does }) => (
        <span key={does}>
          <bdi dir="ltr">
            {keys.map((key) => (
              <kbd key={key} className={classes.key}>
                {key}
              </kbd>
            ))}
          </bdi>
          {does}
        </span>
      ))}
    </div>
  );
}

/** Finding pages and things by typing: a field with a list below it, worked by the keyboard alone if one likes. */
export function Palette({ pages, recent, hasThings, onOpen, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const found = useFound(typed, hasThings);
  const areRecent = typed.trim() === '';
  const groups: DrawnGroup[] = areRecent
    ? recent.entries.length === 0
      ? []
      : [{ group: 'page', entries: recent.entries }]
    : groupsOf([...matchingPages(typed, pages), ...found.entries]);
  const entries = groups.flatMap((group) => group.entries);
  const { active, point, reset, onKeyDown } = usePaletteList({
    entries,
    isSettled: areRecent ? recent.isSettled : found.isSettled,
    onChoose: onOpen,
  });
  const change = (text: string): void => {
    setTyped(text);
    reset();
  };
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={600}
      yOffset="10dvh"
      radius="sm"
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      <Modal.Overlay color="var(--s-scrim)" backgroundOpacity={1} />
      <Modal.Content aria-label={t('globalSearch.title')} classNames={{ content: classes.content }}>
        <Row align="center" gap={12} className={classes.field}>
          <IconSearch size={20} stroke={1.5} aria-hidden="true" />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={t('globalSearch.title')}
            aria-expanded={entries.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active === undefined ? undefined : optionId(listId, active)}
            placeholder={t('globalSearch.placeholder')}
            value={typed}
            maxLength={maxLetters}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            data-autofocus
            onChange={(event) => change(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </Row>
        {(recent.isSettled || !areRecent) && <PaletteNotes found={found} typed={typed} count={entries.length} />}
        {entries.length > 0 && (
          <PaletteResults
            id={listId}
            groups={groups}
            areRecent={areRecent}
            typed={typed}
            active={active}
            isBusy={!found.isSettled}
            onPoint={point}
            onChoose={onOpen}
          />
        )}
        <VisuallyHidden role="status">
          {found.isSettled && !areRecent ? t('globalSearch.count', { count: entries.length }) : ''}
        </VisuallyHidden>
        <KeyHints />
      </Modal.Content>
    </Modal.Root>
  );
}
