import { Button, Checkbox } from '@mantine/core';
import type { PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';
import { type Permission, kindsInOrder, permissionKinds } from '@sightline/contracts/shared/permissions';
import { givableOn } from '@sightline/domain/permissions/group-grants';
import { useTranslation } from 'react-i18next';
import { below, type EntityTree } from './tree/entity-tree.ts';
import { everythingOn, inheritedAt, inheritedBelow, toggled, toggledAll, type Click } from './group-clicks.ts';
import { carriedBelow, holdingAt, ownCounts, type Grants } from './group-grants.ts';
import { useHoldingText } from './use-holding-text.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './group-permissions.module.css';

interface EntityPanelProps {
  /** Null: the organization. */
  entity: PermissionEntity | null;
  grants: Grants;
  tree: EntityTree;
  isFixed: boolean;
  onChange: (click: Click) => void;
}

interface KindProps extends EntityPanelProps {
  name: string;
  permissions: readonly Permission[];
}

/** Permissions of one kind on one thing, each with where it comes from; the box above gives or takes all of them. */
function KindChecks({ entity, grants, tree, isFixed, onChange, name, permissions }: KindProps) {
  const { t } = useTranslation();
  const holdingText = useHoldingText(tree);
  const kind = entity?.kind ?? 'organization';
  const id = entity?.id ?? null;
  const holdings = permissions.map((permission) => ({
    permission,
    holding: holdingAt(grants, permission, { id, kind, tree }),
  }));
  const own = holdings.filter(({ holding }) => holding.how === 'own').length;
  const isAll = own === holdings.length;
  return (
    <div className={classes.kind}>
      <Checkbox
        label={<strong>{name}</strong>}
        checked={isAll}
        indeterminate={own > 0 && !isAll}
        disabled={isFixed}
        onChange={() => onChange(toggledAll(permissions, id))}
      />
      <Stack gap={12} className={classes.checks}>
        {holdings.map(({ permission, holding }) => (
          <Checkbox
            key={permission}
            label={t(`permissions.names.${permission}`)}
            description={holdingText(holding, {
              kind,
              isBelow: holding.how === 'none' && carriedBelow(grants, permission, tree).has(id),
            })}
            checked={holding.how === 'own' || holding.how === 'inherited'}
            variant={holding.how === 'inherited' ? 'outline' : 'filled'}
            data-how={holding.how}
            disabled={isFixed}
            onChange={() => onChange(toggled(permission, id))}
          />
        ))}
      </Stack>
    </div>
  );
}

/** Everything that can be given on one thing. */
export function EntityPanel(props: EntityPanelProps) {
  const { t } = useTranslation();
  const { entity, grants, tree, isFixed, onChange } = props;
  const kind = entity?.kind ?? 'organization';
  const id = entity?.id ?? null;
  const givable = givableOn(kind);
  const counts = ownCounts(grants);
  const own = counts.get(id) ?? 0;
  const carriersBelow = below(tree, id).filter((inside) => counts.has(inside));
  return (
    <div className={classes.panel}>
      <Row wrap gap={8} className={classes.actions}>
        <Button
          variant="default"
          disabled={isFixed || own === givable.length}
          onClick={() => onChange(everythingOn({ kind, id }, true))}
        >
          {t('permissionGroups.actions.selectAll')}
        </Button>
        {entity === null ? (
          <Button
            variant="default"
            disabled={isFixed || own === 0}
            onClick={() => onChange(everythingOn({ kind, id }, false))}
          >
            {t('permissionGroups.actions.takeAll')}
          </Button>
        ) : (
          <Button variant="default" disabled={isFixed || own === 0} onClick={() => onChange(inheritedAt(entity.id))}>
            {t('permissionGroups.actions.inherit')}
          </Button>
        )}
        {carriersBelow.length > 0 && (
          <Button variant="default" disabled={isFixed} onClick={() => onChange(inheritedBelow(id, tree))}>
            {t('permissionGroups.actions.inheritBelow')}
          </Button>
        )}
      </Row>
      {kindsInOrder.map((name) => {
        const permissions = permissionKinds[name].filter((permission) => givable.includes(permission));
        return permissions.length === 0 ? null : (
          <KindChecks key={name} {...props} name={t(`permissionGroups.kinds.${name}`)} permissions={permissions} />
        );
      })}
    </div>
  );
}
