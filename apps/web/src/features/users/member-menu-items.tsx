import { Menu } from '@mantine/core';
import type { OrganizationUser } from '@sightline/contracts/users/user';
import { useTranslation } from 'react-i18next';

/** What can be done with a member. */
export type MemberDeed = 'change' | 'effective' | 'remove';

interface MemberMenuItemsProps {
  user: OrganizationUser;
  onDeed: (deed: MemberDeed, user: OrganizationUser) => void;
}

/** What can be done with one member; oneself leaves on the own account page. */
export function MemberMenuItems({ user, onDeed }: MemberMenuItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item onClick={() => onDeed('change', user)}>{t('users.change.action')}</Menu.Item>
      <Menu.Item onClick={() => onDeed('effective', user)}>{t('users.effective.action')}</Menu.Item>
      {!user.isSelf && <Menu.Item onClick={() => onDeed('remove', user)}>{t('users.remove.action')}</Menu.Item>}
    </>
  );
}
