import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { EntityPanel } from './entity-panel.tsx';
import type { TreeRow } from './tree/entity-tree.ts';
import { EntityTreeView, type RowState } from './tree/entity-tree-view.tsx';
import type { Click } from './group-clicks.ts';
import { ownCounts, type Grants } from './group-grants.ts';
import type { ShownTree } from './tree/use-tree.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './group-permissions.module.css';

interface ByEntityProps {
  grants: Grants;
  shown: ShownTree;
  /** Id of a thing, `organization`, or nothing yet. */
  entity: string | undefined;
  isFixed: boolean;
  onEntity: (entity: string | undefined) => void;
  onChange: (click: Click) => void;
}

/** The tree of things, and what the group may do with the one that is chosen. On phones one at a time. */
export function ByEntity({ grants, shown, entity, isFixed, onEntity, onChange }: ByEntityProps) {
  const { t } = useTranslation();
  const { tree } = shown;
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const counts = ownCounts(grants);
  const found = entity === undefined ? undefined : tree.byId.get(entity);
  const chosen = isWide && found === undefined ? null : entity === 'organization' ? null : found;
  const stateOf = ({ id }: TreeRow): RowState => {
    const count = counts.get(id) ?? 0;
    const none = t(id === null ? 'permissionGroups.holding.none' : 'permissionGroups.tree.inherits');
    return {
      words: count === 0 ? none : t('permissionGroups.tree.own', { count }),
      isSelected: chosen !== undefined && id === (chosen?.id ?? null),
    };
  };
  const name = chosen?.name ?? t('permissionGroups.tree.organization');
  return (
    <div className={classes.panes} data-mode="entity">
      {(isWide || chosen === undefined) && (
        <div className={classes.pane}>
          <EntityTreeView
            label={t('permissionGroups.tree.label')}
            rows={shown.rows}
            stateOf={stateOf}
            onOpen={shown.toggle}
            onChoose={({ id }) => onEntity(id ?? 'organization')}
          />
        </div>
      )}
      {chosen !== undefined && (
        <section className={classes.pane} aria-label={name}>
          <Row wrap align="center" justify="between" gap={8} className={classes.head}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            {!isWide && (
              <Button variant="default" onClick={() => onEntity(undefined)}>
                {t('permissionGroups.tree.back')}
              </Button>
            )}
          </Row>
          <EntityPanel entity={chosen} grants={grants} tree={tree} isFixed={isFixed} onChange={onChange} />
        </section>
      )}
    </div>
  );
}
