import {
  IconBuilding,
  IconCamera,
  IconChevronDown,
  IconChevronRight,
  IconMapPin,
  IconServer,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import type { TreeRow } from './entity-tree.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { Ellipsis } from '../../../../ui/layout/ellipsis.tsx';
import { DrawnLine, DrawnLines } from '../../../../ui/lists/drawn-lines.tsx';
import classes from './entity-tree-view.module.css';

/** What a line says of itself beside its name. */
export interface RowState {
  /** Read aloud after the name, and shown. */
  words: string;
  mark?: ReactNode;
  checked?: boolean | 'mixed';
  isSelected?: boolean;
  isDisabled?: boolean;
}

interface EntityTreeViewProps {
  label: string;
  rows: readonly TreeRow[];
  stateOf: (row: TreeRow) => RowState;
  onOpen: (row: TreeRow) => void;
  onChoose: (row: TreeRow) => void;
}

const rowPx = 48;
const icons = { organization: IconBuilding, location: IconMapPin, core: IconServer, camera: IconCamera } as const;

interface LineProps {
  id: string;
  row: TreeRow;
  state: RowState;
  isActive: boolean;
  startPx: number;
}

function Line({ id, row, state, isActive, startPx }: LineProps) {
  const Icon = icons[row.kind];
  const Chevron = row.isOpen ? IconChevronDown : IconChevronRight;
  const style = { '--level': row.level, blockSize: rowPx } as CSSProperties;
  return (
    <DrawnLine
      gap={8}
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      aria-checked={state.checked}
      aria-selected={state.isSelected ?? false}
      aria-disabled={state.isDisabled === true ? true : undefined}
      isActive={isActive}
      startPx={startPx}
      data-kind={row.kind}
      data-entity={row.id ?? 'organization'}
      className={classes.row}
      style={style}
    >
      <span
        className={classes.chevron}
        data-open={row.isOpen}
        data-opens={row.hasChildren && row.id !== null}
        aria-hidden="true"
      >
        {row.hasChildren && row.id !== null && <Chevron size={16} stroke={1.6} />}
      </span>
      <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden="true" />
      <Ellipsis className={classes.name}>
        <bdi>{row.name}</bdi>
      </Ellipsis>{' '}
      <Ellipsis className={classes.words}>{state.words}</Ellipsis>
      {state.mark}
    </DrawnLine>
  );
}

/** Locations, cores and cameras as one tree; only the lines in sight are in the page, so that 20,000 are no burden. */
export function EntityTreeView({ label, rows, stateOf, onOpen, onChoose }: EntityTreeViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const idStart = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? 'organization',
  });
  const keys = useTreeKeys({ rows, onOpen, onChoose, onMove: (index) => virtualizer.scrollToIndex(index) });
  const click = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const wanted = target.closest('[data-entity]')?.getAttribute('data-entity');
    const row = rows.find(({ id }) => (id ?? 'organization') === wanted);
    if (row === undefined) return;
    keys.setActiveId(row.id);
    if (target.closest('[data-opens=true]') === null) onChoose(row);
    else onOpen(row);
  };
  const lineId = (index: number): string => `${idStart}-${rows[index]?.id ?? 'organization'}`;
  return (
    <DrawnLines
      ref={scroller}
      role="tree"
      tabIndex={0}
      heightPx={virtualizer.getTotalSize()}
      aria-label={label}
      aria-activedescendant={lineId(keys.active)}
      className={classes.tree}
      onClick={click}
      onKeyDown={keys.onKeyDown}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const line = { row, state: stateOf(row), isActive: index === keys.active, startPx: start };
        return <Line key={key} id={lineId(index)} {...line} />;
      })}
    </DrawnLines>
  );
}
