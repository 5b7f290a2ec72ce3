import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type Permission, kindsInOrder, permissionKinds, permissions } from '@sightline/contracts/shared/permissions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from './tree/entity-tree.ts';
import { EntityTreeView, type RowState } from './tree/entity-tree-view.tsx';
import { inheritedEverywhere, toggled, type Click } from './group-clicks.ts';
import { carriedBelow, carriersOf, holdingAt, type Grants } from './group-grants.ts';
import { HoldingMark } from './holding-mark.tsx';
import { PermissionList } from './permission-list.tsx';
import { useHoldingText } from './use-holding-text.ts';
import type { ShownTree } from './tree/use-tree.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './group-permissions.module.css';

interface ByPermissionProps {
  grants: Grants;
  shown: ShownTree;
  permission: Permission;
  isFixed: boolean;
  onPermission: (permission: Permission) => void;
  onChange: (click: Click) => void;
}

/** One permission, and the things on which the group has it. */
export function ByPermission({ grants, shown, permission, isFixed, onPermission, onChange }: ByPermissionProps) {
  const { t } = useTranslation();
  const { tree } = shown;
  const holdingText = useHoldingText(tree);
  const isWide = useMediaQuery('(min-width: 48em)', undefined, { getInitialValueInEffect: false });
  const isOfOrganization = permissions[permission] === 'organization';
  const rows = isOfOrganization
    ? shown.rows.slice(0, 1).map((row) => ({ ...row, hasChildren: false, isOpen: false }))
    : shown.rows;
  const carried = useMemo(() => carriedBelow(grants, permission, tree), [grants, permission, tree]);
  const carriers = carriersOf(grants, permission);
  const stateOf = ({ id, kind }: TreeRow): RowState => {
    const holding = holdingAt(grants, permission, { id, kind, tree });
    const isBelow = carried.has(id);
    const isHeld = holding.how === 'own' || holding.how === 'inherited';
    return {
      words: holdingText(holding, { kind, isBelow }),
      mark: <HoldingMark holding={holding} isBelow={isBelow} />,
      checked: isHeld || (isBelow ? 'mixed' : false),
      isDisabled: isFixed || holding.how === 'unfit',
    };
  };
  const choose = ({ id, kind }: TreeRow): void => {
    const { how } = holdingAt(grants, permission, { id, kind, tree });
    if (isFixed || how === 'unfit') return;
    onChange(toggled(permission, id));
  };
  const groups = kindsInOrder.map((kind) => ({
    group: t(`permissionGroups.kinds.${kind}`),
    items: permissionKinds[kind].map((value) => ({ value, label: t(`permissions.names.${value}`) })),
  }));
  return (
    <div className={classes.panes} data-mode="permission">
      {isWide && (
        <div className={classes.pane}>
          <PermissionList grants={grants} tree={tree} chosen={permission} onChoose={onPermission} />
        </div>
      )}
      <div className={classes.pane}>
        <Row wrap align="center" justify="between" gap={8} className={classes.head}>
          {isWide ? (
            <h2>{t(`permissions.names.${permission}`)}</h2>
          ) : (
            <NativeSelect
              aria-label={t('permissionGroups.list.permissions')}
              data={groups}
              value={permission}
              onChange={({ currentTarget }) => onPermission(currentTarget.value as Permission)}
            />
          )}
          <Button
            variant="default"
            disabled={isFixed || carriers.length === 0}
            onClick={() => onChange(inheritedEverywhere(permission))}
          >
            {t('permissionGroups.actions.inheritAll')}
          </Button>
          {isOfOrganization && <p className={classes.note}>{t('permissionGroups.holding.onlyWhole')}</p>}
        </Row>
        <EntityTreeView
          label={t('permissionGroups.tree.label')}
          rows={rows}
          stateOf={stateOf}
          onOpen={shown.toggle}
          onChoose={choose}
        />
      </div>
    </div>
  );
}
