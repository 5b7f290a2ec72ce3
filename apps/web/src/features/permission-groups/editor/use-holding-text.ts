import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import { useTranslation } from 'react-i18next';
import type { EntityTree } from './tree/entity-tree.ts';
import type { Holding } from './group-grants.ts';

interface Place {
  kind: EntityKind;
  /** The permission is given somewhere below. */
  isBelow: boolean;
}

/** Says in words how a permission is held, and from where it comes. */
export const useHoldingText = (tree: EntityTree): ((holding: Holding, place: Place) => string) => {
  const { t } = useTranslation();
  const nameOf = (id: string | null): string =>
    id === null ? t('permissionGroups.tree.organization') : (tree.byId.get(id)?.name ?? '');
  return (holding, { kind, isBelow }) => {
    if (holding.how === 'unfit')
      return t(`permissionGroups.holding.unfit.${kind === 'organization' ? 'location' : kind}`);
    if (holding.how === 'none') return t(isBelow ? 'permissionGroups.holding.below' : 'permissionGroups.holding.none');
    if (holding.how === 'inherited') return t('permissionGroups.holding.inherited', { place: nameOf(holding.from) });
    return holding.from === undefined
      ? t('permissionGroups.holding.own')
      : t('permissionGroups.holding.both', { place: nameOf(holding.from) });
  };
};
