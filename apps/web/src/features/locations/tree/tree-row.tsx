import { IconChevronDown } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import type { ForestNode, TreeRow } from './location-forest.ts';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './location-tree.module.css';

interface TreeLineProps {
  row: TreeRow;
  domId: string;
  style: CSSProperties;
  isChosen: boolean;
  isActive: boolean;
  /** Something that may be put here is held over it. */
  isTarget: boolean;
  /** Sign of how the cameras at and below the site are. */
  sign: ReactNode;
  /** What dragging does. */
  drag: DragHandlers;
}

/** How a line hears that something is dragged. */
export interface DragHandlers {
  onDragStart: (node: ForestNode) => void;
  onDragOver: (node: ForestNode) => boolean;
  onDrop: (node: ForestNode) => void;
  onDragEnd: () => void;
}

/** One site in the tree. Keys and clicks are heard by the tree; here one drags. */
export function TreeLine({ row, domId, style, isChosen, isActive, isTarget, sign, drag }: TreeLineProps) {
  const { node, isOpen, position, siblings } = row;
  const { location, path, children, cameraTotal } = node;
  const hasChildren = children.length > 0;
  return (
    <Row
      align="center"
      gap={6}
      role="treeitem"
      id={domId}
      tabIndex={-1}
      className={classes.line}
      style={style}
      aria-level={path.length}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isChosen}
      data-active={isActive}
      data-target={isTarget}
      draggable={location.can.edit}
      data-site={location.id}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', location.name);
        drag.onDragStart(node);
      }}
      onDragOver={(event) => {
        if (drag.onDragOver(node)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        drag.onDrop(node);
      }}
      onDragEnd={drag.onDragEnd}
    >
      <span style={{ inlineSize: (path.length - 1) * 16 }} aria-hidden="true" />
      <span className={classes.fold} data-open={isOpen} data-leaf={!hasChildren} aria-hidden="true">
        {hasChildren && <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />}
      </span>
      <Ellipsis className={classes.name} dir="auto">
        {location.name}
      </Ellipsis>
      {sign}
      <span className={classes.count}>{formatCount(cameraTotal)}</span>
    </Row>
  );
}
