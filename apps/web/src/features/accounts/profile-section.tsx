import type { Profile } from '@sightline/contracts/accounts/account';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session/session-store.ts';
import { Section } from '../../ui/page/section.tsx';
import { AccountRow } from './account-row.tsx';
import type { AccountDialogName } from './dialogs/account-dialog-names.ts';
import { AddressText } from './address-text.tsx';
import { SmallText } from '../../ui/lists/item-list.tsx';
import classes from './account.module.css';

/** Who the person is. */
export function ProfileSection({ profile, onOpen }: { profile: Profile; onOpen: (dialog: AccountDialogName) => void }) {
  const { t } = useTranslation();
  const { organizations } = useSession();
  const hasPassword = profile.identities.some(({ provider }) => provider === 'password');
  return (
    <Section title={t('accounts.details.profile')}>
      <dl className={classes.rows}>
        <AccountRow name={t('accounts.details.name')} onChange={() => onOpen('changeUsername')}>
          <bdi>{`${profile.firstName} ${profile.lastName}`.trim()}</bdi>
        </AccountRow>
        <AccountRow
          name={t('accounts.details.email')}
          {...(hasPassword ? { onChange: () => onOpen('changeEmail') } : {})}
        >
          <bdi dir="ltr">{profile.email}</bdi>
          {profile.pendingEmail !== null && (
            <SmallText>
              <AddressText text="accounts.details.pendingEmail" email={profile.pendingEmail} />
            </SmallText>
          )}
        </AccountRow>
        <AccountRow
          name={t('accounts.details.password')}
          {...(hasPassword ? { onChange: () => onOpen('changePassword') } : {})}
        >
          {t(hasPassword ? 'accounts.details.passwordSet' : 'accounts.details.passwordNone')}
        </AccountRow>
        <AccountRow name={t('accounts.details.contact')} onChange={() => onOpen('changeContact')}>
          {profile.phone === null ? t('accounts.details.none') : <bdi dir="ltr">{profile.phone}</bdi>} ·{' '}
          <bdi dir="ltr">{profile.timezone}</bdi>
        </AccountRow>
        <AccountRow name={t('accounts.details.organizations')}>
          {organizations.length === 0 ? t('shell.organization.none') : organizations.map(({ name }) => name).join(', ')}
        </AccountRow>
        <AccountRow name={t('accounts.details.roles')}>
          {profile.roles.map((role) => t(`accounts.roles.${role}`)).join(', ') || t('accounts.details.none')}
        </AccountRow>
      </dl>
    </Section>
  );
}
