import { useVirtualizer } from '@tanstack/react-virtual';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { useId, useMemo, useRef, type CSSProperties, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { toggled, type Click } from '../group-clicks.ts';
import { carriedBelow, holdingAt, ownCounts, type Grants } from '../group-grants.ts';
import type { TreeRow } from '../tree/entity-tree.ts';
import type { ShownTree } from '../tree/use-tree.ts';
import { useHoldingText } from '../use-holding-text.ts';
import { columnsOf, type ColumnGroup } from './matrix-columns.ts';
import type { Subject } from './matrix-subjects.ts';
import { MatrixLegend } from './matrix-legend.tsx';
import { MatrixLine, type MatrixCell } from './matrix-line.tsx';
import { useMatrixKeys } from './use-matrix-keys.ts';
import classes from './permission-matrix.module.css';

interface PermissionMatrixProps {
  grants: Grants;
  shown: ShownTree;
  subject: Subject;
  isFixed: boolean;
  onChange: (click: Click) => void;
}

const rowPx = 48;

/** What each cell of a line says. */
const useCells = (grants: Grants, shown: ShownTree, groups: readonly ColumnGroup[]) => {
  const { t } = useTranslation();
  const { tree } = shown;
  const holdingText = useHoldingText(tree);
  const columns = useMemo(() => groups.flatMap((group) => group.columns), [groups]);
  const carried = useMemo(
    () => new Map(columns.map((permission) => [permission, carriedBelow(grants, permission, tree)])),
    [columns, grants, tree],
  );
  const firsts = groups.flatMap((group) => group.columns.slice(0, 1));
  const cellsOf = ({ id, kind }: TreeRow): MatrixCell[] =>
    columns.map((permission) => {
      const holding = holdingAt(grants, permission, { id, kind, tree });
      const isBelow = carried.get(permission)?.has(id) ?? false;
      const words = t('permissionGroups.matrix.cell', {
        permission: t(`permissions.names.${permission}`),
        held: holdingText(holding, { kind, isBelow }),
      });
      return { permission, holding, isBelow, words, isFirst: firsts.includes(permission) };
    });
  return { columns, cellsOf };
};

/** Things down, permissions across: own, inherited and mixed at a look. Only the lines in sight are in the page. */
export function PermissionMatrix({ grants, shown, subject, isFixed, onChange }: PermissionMatrixProps) {
  const { t } = useTranslation();
  const groups = useMemo(() => columnsOf(subject), [subject]);
  const { columns, cellsOf } = useCells(grants, shown, groups);
  // What only the whole organization can be given needs no other line.
  const rows =
    subject === 'organization'
      ? shown.rows.slice(0, 1).map((row) => ({ ...row, hasChildren: false, isOpen: false }))
      : shown.rows;
  const counts = ownCounts(grants);
  const scroller = useRef<HTMLDivElement>(null);
  const idStart = useId();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? 'organization',
  });
  const toggle = (row: TreeRow, column: number): void => {
    const permission = columns[column];
    if (permission === undefined || isFixed) return;
    if (holdingAt(grants, permission, { id: row.id, kind: row.kind, tree: shown.tree }).how === 'unfit') return;
    onChange(toggled(permission, row.id));
  };
  const keys = useMatrixKeys({
    rows,
    columnCount: columns.length,
    onOpen: shown.toggle,
    onToggle: toggle,
    onMove: (index) => virtualizer.scrollToIndex(index),
  });
  const click = ({ target }: MouseEvent): void => {
    if (!(target instanceof Element)) return;
    const wanted = target.closest('[data-entity]')?.getAttribute('data-entity');
    const row = rows.find(({ id }) => (id ?? 'organization') === wanted);
    if (row === undefined) return;
    const column = Number(target.closest('[data-column]')?.getAttribute('data-column') ?? -1);
    keys.setPlace({ rowId: row.id, column });
    if (column >= 0) toggle(row, column);
    else if (row.hasChildren && row.id !== null) shown.toggle(row);
  };
  const cellId = (row: TreeRow | undefined, column: number): string =>
    `${idStart}-${row?.id ?? 'organization'}-${String(column)}`;
  const ownOf = ({ id }: TreeRow): string => {
    const count = counts.get(id) ?? 0;
    if (count > 0) return t('permissionGroups.matrix.own', { count });
    return id === null ? '' : t('permissionGroups.matrix.inherits');
  };
  return (
    <>
      <MatrixLegend />
      <div
        ref={scroller}
        role="treegrid"
        tabIndex={0}
        aria-label={t('permissionGroups.tree.label')}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={cellId(rows[keys.active.row], keys.active.column)}
        className={classes.matrix}
        style={{ '--columns': columns.length } as CSSProperties}
        onClick={click}
        onKeyDown={keys.onKeyDown}
      >
        <MatrixHead groups={groups} />
        <div role="rowgroup" className={classes.lines} style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <MatrixLine
                key={key}
                idOf={(column) => cellId(row, column)}
                row={row}
                index={index}
                own={ownOf(row)}
                cells={cellsOf(row)}
                activeColumn={index === keys.active.row ? keys.active.column : undefined}
                isFixed={isFixed}
                startPx={start}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Headings by what one does, and the names of the permissions below them. */
function MatrixHead({ groups }: { groups: readonly ColumnGroup[] }) {
  const { t } = useTranslation();
  const name = (permission: Permission): string => t(`permissions.names.${permission}`);
  return (
    <div role="rowgroup" className={classes.head}>
      <div className={classes.kinds} aria-hidden="true">
        <span />
        {groups.map(({ kind, columns }) => (
          <span key={kind} className={classes.kind} style={{ gridColumnEnd: `span ${String(columns.length)}` }}>
            {t(`permissionGroups.kinds.${kind}`)}
          </span>
        ))}
      </div>
      <div role="row" aria-rowindex={1} className={classes.names}>
        <span role="columnheader">{t('permissionGroups.matrix.appliesTo')}</span>
        {groups.flatMap(({ columns }) =>
          columns.map((permission, index) => (
            <span key={permission} role="columnheader" className={classes.column} data-first={index === 0}>
              {name(permission)}
            </span>
          )),
        )}
      </div>
    </div>
  );
}
