import { type Permission, kindsInOrder, permissionKinds } from '@sightline/contracts/shared/permissions';
import { useTranslation } from 'react-i18next';
import { carriersOf, holdingAt, type Grants } from './group-grants.ts';
import type { EntityTree } from './tree/entity-tree.ts';
import classes from './permission-list.module.css';

interface PermissionListProps {
  grants: Grants;
  tree: EntityTree;
  chosen: Permission;
  onChoose: (permission: Permission) => void;
}

/** Where a permission is given, in two or three words. */
export const useWhereText = (): ((grants: Grants, permission: Permission, tree: EntityTree) => string) => {
  const { t } = useTranslation();
  return (grants, permission, tree) => {
    if (holdingAt(grants, permission, { id: null, kind: 'organization', tree }).how === 'own')
      return t('permissionGroups.where.whole');
    const count = carriersOf(grants, permission).length;
    return count === 0 ? t('permissionGroups.where.none') : t('permissionGroups.where.places', { count });
  };
};

/** All permissions by what one does with them, with where the group has them. */
export function PermissionList({ grants, tree, chosen, onChoose }: PermissionListProps) {
  const { t } = useTranslation();
  const whereText = useWhereText();
  return (
    <nav className={classes.list} aria-label={t('permissionGroups.list.permissions')}>
      {kindsInOrder.map((kind) => (
        <section key={kind} aria-label={t(`permissionGroups.kinds.${kind}`)}>
          <p className={classes.kind}>{t(`permissionGroups.kinds.${kind}`)}</p>
          <ul className={classes.items}>
            {permissionKinds[kind].map((permission) => (
              <li key={permission}>
                <button
                  type="button"
                  className={classes.item}
                  aria-pressed={permission === chosen}
                  data-permission={permission}
                  onClick={() => onChoose(permission)}
                >
                  <span className={classes.name}>{t(`permissions.names.${permission}`)}</span>
                  <span className={classes.where}>{whereText(grants, permission, tree)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
