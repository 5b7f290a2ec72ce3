import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { keptChoices } from '../../../platform/state/kept-choices.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { treeRows, type ForestNode } from './location-forest.ts';
import { TreeLine } from './tree-row.tsx';
import { useSiteDrag } from './use-site-drag.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { Grid } from '../../../ui/layout/grid.tsx';
import classes from './location-tree.module.css';

/** Height of a line in px; a finger needs more. */
const lineHeight = (): number => (globalThis.matchMedia('(pointer: coarse)').matches ? 44 : 36);

const closedSites = keptChoices('closed-sites');

interface LocationTreeProps {
  forest: readonly ForestNode[];
  /** Id of the site that is shown beside the tree. */
  chosenId: string | undefined;
  /** Sign of how the cameras at and below a site are. */
  renderSign: (node: ForestNode) => ReactNode;
  onChoose: (id: string | undefined) => void;
  /** A site was dropped on another one, or, with null, on the place of those that are part of none. */
  onMove: (node: ForestNode, target: ForestNode | null) => void;
}

/** Sites as a tree: filter, keys, and dragging one below another. Only the lines in view are in the page. */
export function LocationTree({ forest, chosenId, renderSign, onChoose, onMove }: LocationTreeProps) {
  const { t } = useTranslation();
  const base = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [rowPx] = useState(lineHeight);
  const [search, setSearch] = useState('');
  const { targetId, setTargetId, mayDrop, drop, drag } = useSiteDrag(onMove);
  const closed = useStore(closedSites.store, ({ ids }) => ids);
  const rows = useMemo(() => {
    const set = new Set(closed);
    return treeRows(forest, { search, isClosed: (id) => set.has(id) });
  }, [forest, search, closed]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    getItemKey: (index) => rows[index]?.node.location.id ?? index,
  });
  const toggle = (id: string): void => closedSites.toggle(id);
  const keys = useTreeKeys({ rows, onToggle: toggle, onChoose, onReach: (index) => virtualizer.scrollToIndex(index) });
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const place = event.target instanceof Element ? event.target : null;
    const id = place?.closest<HTMLElement>('[data-site]')?.dataset.site;
    if (id === undefined) return;
    keys.setActiveId(id);
    // The sign before a name opens and closes; the rest of the line chooses.
    if (place?.closest('[data-leaf=false]') == null) onChoose(id);
    else toggle(id);
  };
  const domId = (id: string): string => `${base}-${id}`;
  return (
    <div
      className={classes.tree}
      // What allows a drop has said so by now: over anything else nothing is marked as its place.
      onDragOver={(event) => {
        if (!event.defaultPrevented) setTargetId(null);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setTargetId(null);
      }}
    >
      <Grid columns={1} gap={8} className={classes.head}>
        <SearchField label={t('locations.tree.search')} value={search} onChange={setSearch} />
        <button
          type="button"
          className={classes.everything}
          aria-pressed={chosenId === undefined}
          onClick={() => onChoose(undefined)}
        >
          {t('locations.tree.all')}
        </button>
      </Grid>
      {mayDrop(null) && (
        <div
          className={classes.root}
          data-target={targetId === ''}
          onDragOver={(event) => {
            event.preventDefault();
            setTargetId('');
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop(null);
          }}
        >
          {t('locations.form.parentClear')}
        </div>
      )}
      {rows.length === 0 && <p className={classes.none}>{t('locations.form.parentUnknown')}</p>}
      <div className={classes.scroller} data-room={mayDrop(null)} ref={scroller}>
        {rows.length > 0 && (
          <div
            role="tree"
            aria-label={t('locations.tree.label')}
            tabIndex={0}
            className={classes.lines}
            style={{ blockSize: virtualizer.getTotalSize() }}
            aria-activedescendant={keys.activeId === null ? undefined : domId(keys.activeId)}
            onKeyDown={keys.onKeyDown}
            onClick={onClick}
          >
            {virtualizer.getVirtualItems().map(({ index, key, start, size }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const { id } = row.node.location;
              return (
                <TreeLine
                  key={key}
                  row={row}
                  domId={domId(id)}
                  style={{ blockSize: size, transform: `translateY(${String(start)}px)` }}
                  isChosen={id === chosenId}
                  isActive={id === keys.activeId}
                  isTarget={id === targetId}
                  sign={renderSign(row.node)}
                  drag={drag}
                />
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
