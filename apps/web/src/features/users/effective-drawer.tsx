import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import type { EffectivePermission, PermissionReason } from '@sightline/contracts/permission-groups/permission-group';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { effectiveOf } from './user-queries.ts';
import classes from './users.module.css';

interface EffectiveDrawerProps {
  kind: 'user' | 'organization';
  id: string;
  name: string;
  onClose: () => void;
}

/** Why a permission is held: the group, and the thing that everything below inherits from. */
const useReasonText = (): ((reason: PermissionReason) => string) => {
  const { t } = useTranslation();
  return ({ group, viaOrganization, entityKind, entityName }) => {
    const from =
      group === null ? t('users.effective.direct') : t('users.effective.group', { group: groupName(t, group.name) });
    const where =
      entityKind === 'organization'
        ? t('users.effective.whole')
        : t(`users.effective.from.${entityKind}`, { place: entityName });
    const via = viaOrganization === null ? '' : ` ${t('users.effective.via', { organization: viaOrganization.name })}`;
    return `${from}, ${where}${via}`;
  };
};

function Effective({ held }: { held: EffectivePermission }) {
  const { t } = useTranslation();
  const reasonText = useReasonText();
  return (
    <li className={classes.effective} data-permission={held.name}>
      <span className={classes.name}>{t(`permissions.names.${held.name}`)}</span>
      {held.reasons.map((reason) => (
        <span
          key={`${reason.group?.id ?? ''} ${reason.entityId ?? ''} ${reason.viaOrganization?.id ?? ''}`}
          className={classes.detail}
        >
          {reasonText(reason)}
        </span>
      ))}
    </li>
  );
}

/** What somebody may do, with every reason. */
export function EffectiveDrawer({ kind, id, name, onClose }: EffectiveDrawerProps) {
  const { t, i18n } = useTranslation();
  const held = useQuery({ ...effectiveOf(kind, id), staleTime: 0 });
  return (
    <Drawer
      opened
      position={i18n.dir() === 'rtl' ? 'left' : 'right'}
      size={475}
      onClose={onClose}
      title={t('users.effective.title', { name })}
      transitionProps={{ duration: 120, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <ListScreen
        list={held}
        failed={t('users.effective.failed')}
        rows={4}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState title={t('users.effective.none')} text={t('users.effective.noneText')} />}
      >
        {({ items }) => (
          <ul className={classes.rows}>
            {items.map((item) => (
              <Effective key={item.name} held={item} />
            ))}
          </ul>
        )}
      </ListScreen>
    </Drawer>
  );
}
