import {
  IconBuilding,
  IconCamera,
  IconChevronDown,
  IconChevronRight,
  IconMapPin,
  IconServer,
} from '@tabler/icons-react';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { CSSProperties } from 'react';
import { Ellipsis } from '../../../../ui/layout/ellipsis.tsx';
import type { Holding } from '../group-grants.ts';
import { HoldingMark } from '../holding-mark.tsx';
import type { TreeRow } from '../tree/entity-tree.ts';
import classes from './permission-matrix.module.css';

const icons = { organization: IconBuilding, location: IconMapPin, core: IconServer, camera: IconCamera } as const;

/** One cell: how the permission is held on the thing, in a sign and in words. */
export interface MatrixCell {
  permission: Permission;
  holding: Holding;
  isBelow: boolean;
  /** Name of the permission and how it is held. */
  words: string;
  /** The first below its heading: a line stands before it. */
  isFirst: boolean;
}

interface MatrixLineProps {
  idOf: (column: number) => string;
  row: TreeRow;
  index: number;
  /** How many the thing carries itself. */
  own: string;
  cells: readonly MatrixCell[];
  /** Column that the keys would act on; undefined: another line. */
  activeColumn: number | undefined;
  isFixed: boolean;
  startPx: number;
}

/** One thing of the tree, and how each permission is held on it. */
export function MatrixLine({ idOf, row, index, own, cells, activeColumn, isFixed, startPx }: MatrixLineProps) {
  const Icon = icons[row.kind];
  const Chevron = row.isOpen ? IconChevronDown : IconChevronRight;
  const opens = row.hasChildren && row.id !== null;
  const style = { '--level': row.level, transform: `translateY(${String(startPx)}px)` } as CSSProperties;
  return (
    <div
      role="row"
      aria-level={row.level}
      aria-rowindex={index + 2}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      data-kind={row.kind}
      data-entity={row.id ?? 'organization'}
      className={classes.line}
      style={style}
    >
      <span role="rowheader" id={idOf(-1)} data-active={activeColumn === -1} className={classes.thing}>
        <span className={classes.chevron} data-open={row.isOpen} data-opens={opens} aria-hidden="true">
          {opens && <Chevron size={16} stroke={1.6} />}
        </span>
        <Icon size={16} stroke={1.6} className={classes.icon} aria-hidden="true" />
        <Ellipsis className={classes.name}>
          <bdi>{row.name}</bdi>
        </Ellipsis>
        <span className={classes.own}>{own}</span>
      </span>
      {cells.map(({ permission, holding, isBelow, words, isFirst }, column) => (
        <span
          key={permission}
          role="gridcell"
          id={idOf(column)}
          aria-label={words}
          aria-disabled={isFixed || holding.how === 'unfit' ? true : undefined}
          title={words}
          data-column={column}
          data-permission={permission}
          data-how={holding.how === 'none' && isBelow ? 'mixed' : holding.how}
          data-first={isFirst}
          data-active={activeColumn === column}
          className={classes.cell}
        >
          <HoldingMark holding={holding} isBelow={isBelow} />
        </span>
      ))}
    </div>
  );
}
